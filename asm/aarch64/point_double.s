// point_double: r := 2*a on a curve y^2 = x^3 - 3*x + b
//   r = [X, Y, Z], a = [X, Y, Z] Jacobian: x = X/Z^2, y = Y/Z^3, Montgomery form, coordinates in [0, 2^256)
//   Exceptions: Z = 0 mod p gives Z3 = 0 mod p, and so does Y = 0.
//   fn point_double(r: *mut [u64; 12], a: *const [u64; 12])
//   Aliasing: r may equal a.  Stack: 80 bytes (x19-x28).
//   Registers: x0 = r, x1 = a; clobbers x3-x17 and flags.
//   Constant time: no branch, no address depends on *a.
//   Method (the usual a = -3 doubling, scaled by 1/2: 4M + 4S, one product difference with a single reduction):
//     M = 3/2*(X - Z^2)*(X + Z^2);  S = Y^2;  V = X*S
//     X3 = M^2 - 2*V;  Y3 = M*(V - X3) - S^2;  Z3 = Y*Z
//   X3: n = (borrows - carry) in -1..2; n = -1 means no borrow, and M^2/2^256 + Q*p/2^256 < 2^256 + p leaves r < p.
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
qb2 .req x19
qb3 .req x20
qc0 .req x21
qc1 .req x22
qc2 .req x23
qc3 .req x24
qd0 .req x25
qd1 .req x26
qd2 .req x27
qd3 .req x28
qe0 .req x3
qe1 .req x12
qe2 .req x13
qe3 .req x14

	hint	#34
	stp	x19, x20, [sp, #-80]!
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	ldp	qb0, qb1, [x1, #64]
	ldp	qb2, qb3, [x1, #80]
	// qc = Z^2
	FE_SQR	qc, qb
	ldp	qa0, qa1, [x1]
	ldp	qa2, qa3, [x1, #16]
	// qd = X + Z^2, qc = X - Z^2
	FE_ADD	qd, qa, qc
	FE_SUB	qc, qa, qc
	// M = 3/2*(X - Z^2)*(X + Z^2)
	FE_MUL	qa, qa, qc, qd
	FE_THREE_HALVES qa, qa, qd
	ldp	qc0, qc1, [x1, #32]
	ldp	qc2, qc3, [x1, #48]
	// Z3 = Y*Z
	FE_MUL	qd, qd, qc, qb
	stp	qd0, qd1, [x0, #64]
	stp	qd2, qd3, [x0, #80]
	// S = Y^2
	FE_SQR	qd, qc
	ldp	qb0, qb1, [x1]
	ldp	qb2, qb3, [x1, #16]
	// V = X*S
	FE_MUL	qc, qc, qb, qd
	// X3 = M^2 - 2*V, n = -1..2
	FE_SQUARE qb, qa
	FE_REDUCE_LOW
	FE_REDUCE
	FE_HIGH	qb
	csetm	t0, cs
	FE_TAKE	qb, qc
	FE_TAKE	qb, qc
	FE_FOLD_SIGNED qb, qb
	stp	qb0, qb1, [x0]
	stp	qb2, qb3, [x0, #16]
	// qc = V - X3
	FE_SUB	qc, qc, qb
	// [qb, qd] = S^2
	FE_SQUARE qb, qd, 0
	mov	qd0, t0
	mov	qd1, t1
	mov	qd2, t2
	mov	qd3, t3
	// Y3 = M*(V - X3) - S^2
	FE_MUL_MINUS qe, qe, qa, qc, qb, qd
	stp	qe0, qe1, [x0, #32]
	stp	qe2, qe3, [x0, #48]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldp	x19, x20, [sp], #80
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
.unreq qc0
.unreq qc1
.unreq qc2
.unreq qc3
.unreq qd0
.unreq qd1
.unreq qd2
.unreq qd3
.unreq qe0
.unreq qe1
.unreq qe2
.unreq qe3
