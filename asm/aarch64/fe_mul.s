// fe_mul: Montgomery product
//   z := x * y / 2^256 mod p            x, y, z in [0, 2^256)
//   fn fe_mul(z: *mut [u64; 4], x: *const [u64; 4], y: *const [u64; 4])
//   Aliasing: z may equal x or y.  Stack: none.
//   Registers: x0 = z, x1 = x, x2 = y; clobbers x1-x17 and flags.
//   Constant time: no branch, no address depends on *x, *y.
//   Method: rows of x_i * y; two limbs reduced after row 1, two after row 3:
//     rows 0, 1;  (q0, q1), bracket into limbs 2, 3 and [t1, t0];  rows 2, 3;  (q2, q3);  upper half += bracket
//     sum < 2^256 + p; its carry C is folded: z = sum - C*p < 2^256.     Carries: see the macro file.
//   Origin: written for this library.

t0 .req x4
t1 .req x5
t2 .req x6
t3 .req x7
m0 .req x8
m1 .req x9
m2 .req x10
m3 .req x11
qa0 .req x12
qa1 .req x13
qa2 .req x14
qa3 .req x15
qb0 .req x16
qb1 .req x17
qb2 .req x1
qb3 .req x2
qr0 .req x3
qr1 .req x12
qr2 .req x13
qr3 .req x14

	hint	#34
	ldp	qa0, qa1, [x1]
	ldp	qa2, qa3, [x1, #16]
	ldp	qb0, qb1, [x2]
	ldp	qb2, qb3, [x2, #16]
	FE_MUL	qr, qr, qa, qb
	stp	qr0, qr1, [x0]
	stp	qr2, qr3, [x0, #16]
	ret

.unreq t0
.unreq t1
.unreq t2
.unreq t3
.unreq m0
.unreq m1
.unreq m2
.unreq m3
.unreq qa0
.unreq qa1
.unreq qa2
.unreq qa3
.unreq qb0
.unreq qb1
.unreq qb2
.unreq qb3
.unreq qr0
.unreq qr1
.unreq qr2
.unreq qr3
