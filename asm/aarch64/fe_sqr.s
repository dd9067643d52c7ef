// fe_sqr: Montgomery square
//   z := x^2 / 2^256 mod p              x, z in [0, 2^256)
//   fn fe_sqr(z: *mut [u64; 4], x: *const [u64; 4])
//   Aliasing: z may equal x.  Stack: none.
//   Registers: x0 = z, x1 = x; clobbers x2-x17 and flags.
//   Constant time: no branch, no address depends on *x.
//   Method: 2 * sum(x_i*x_j, i < j) + sum(x_i^2), then the reduction and fold of fe_mul.
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
qr0 .req x16
qr1 .req x17
qr2 .req x2
qr3 .req x3

	hint	#34
	ldp	qa0, qa1, [x1]
	ldp	qa2, qa3, [x1, #16]
	FE_SQR	qr, qa
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
.unreq qr0
.unreq qr1
.unreq qr2
.unreq qr3
