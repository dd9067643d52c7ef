// fe_sub: difference
//   z := x - y mod p                    x, y, z in [0, 2^256)
//   fn fe_sub(z: *mut [u64; 4], x: *const [u64; 4], y: *const [u64; 4])
//   Aliasing: z may equal x or y.  Stack: none.
//   Registers: x0 = z, x1 = x, x2 = y; clobbers x4-x6, x8-x15 and flags.
//   Constant time: no branch, no address depends on *x, *y.
//   Method: r - b*2^256 = x - y;  k = b + [b = 1 and r < 2^225];  z = (x - y) + k*p, in range by one pass (FE_SUB).
//   Origin: written for this library.

t0 .req x4
t1 .req x5
t2 .req x6
qa0 .req x8
qa1 .req x9
qa2 .req x10
qa3 .req x11
qb0 .req x12
qb1 .req x13
qb2 .req x14
qb3 .req x15

	hint	#34
	ldp	qa0, qa1, [x1]
	ldp	qa2, qa3, [x1, #16]
	ldp	qb0, qb1, [x2]
	ldp	qb2, qb3, [x2, #16]
	FE_SUB	qa, qa, qb
	stp	qa0, qa1, [x0]
	stp	qa2, qa3, [x0, #16]
	ret

.unreq t0
.unreq t1
.unreq t2
.unreq qa0
.unreq qa1
.unreq qa2
.unreq qa3
.unreq qb0
.unreq qb1
.unreq qb2
.unreq qb3
