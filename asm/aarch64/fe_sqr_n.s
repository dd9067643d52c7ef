// fe_sqr_n: n Montgomery squares in a row
//   z := x^(2^n) / 2^(256*(2^n - 1)) mod p     x, z in [0, 2^256), n >= 1
//   fn fe_sqr_n(z: *mut [u64; 4], x: *const [u64; 4], n: usize)
//   Aliasing: z may equal x.  Stack: none.
//   Registers: x0 = z, x1 = x, x2 = n (public); clobbers x1-x17 and flags.
//   Constant time: no branch, no address depends on *x.
//   Method: repeat n times { x := x^2 / 2^256 mod p } in registers.
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
qr2 .req x1
qr3 .req x3

	hint	#34
	ldp	qa0, qa1, [x1]
	ldp	qa2, qa3, [x1, #16]
1:	FE_SQUARE qr, qa
	FE_REDUCE_LOW
	FE_REDUCE
	FE_HIGH	qr
	FE_FOLD	qa, qr
	sub	x2, x2, #1
	cbnz	x2, 1b
	stp	qa0, qa1, [x0]
	stp	qa2, qa3, [x0, #16]
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
