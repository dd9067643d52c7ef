// point_add_affine: r := a + b, incomplete
//   r = [X, Y, Z], a = [X, Y, Z] in Jacobian coordinates, x = X/Z^2, y = Y/Z^3, Montgomery form, coordinates in [0, 2^256)
//   b = [x, y] affine, coordinates in [0, 2^256). Any curve y^2 = x^3 + A*x + B.
//   Exceptions: a = b, a = -b, a = infinity (Z = 0 mod p) give Z3 = 0 mod p (Z3 = Z1*H).
//   fn point_add_affine(r: *mut [u64; 12], a: *const [u64; 12], b: *const [u64; 8])
//   Aliasing: r may equal a or b.  Stack: 96 bytes (r, x19-x28, x30).
//   Registers: x0 = r, x1 = a, x2 = b; clobbers x0, x3-x17 and flags.
//   Constant time: no branch, no address depends on *a, *b.
//   Method (8M + 3S):
//     H = X2*Z1^2 - X1;  R = Y1 - Y2*Z1^3;  Z3 = Z1*H
//     X3 = R^2 - H^3 - 2*V, V = X1*H^2;  Y3 = R*(X3 - V) - Y1*H^3, one reduction for both products
//   X3: n = (borrows - carry) in -1..3; n = -1 means no borrow, so r < p.
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
fa0 .req x3
fa1 .req x0
fa2 .req x30
fa3 .req x15
fb0 .req x3
fb1 .req x0
fb2 .req x30
fb3 .req x20
fc0 .req x3
fc1 .req x0
fc2 .req x30
fc3 .req x24
fd0 .req x3
fd1 .req x0
fd2 .req x30
fd3 .req x28
qg0 .req x21
qg1 .req x22
qg2 .req x23
qg3 .req x28

	hint	#34
	stp	x19, x20, [sp, #-96]!
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x0, x30, [sp, #80]
	ldp	qa0, qa1, [x1, #64]
	ldp	qa2, qa3, [x1, #80]
	// qc = Z1^2, qd = Z1^3
	FE_SQR	qc, qa
	FE_MUL	qd, qd, qc, qa
	ldp	qb0, qb1, [x2]
	ldp	qb2, qb3, [x2, #16]
	// H = X2*Z1^2 - X1, n = -1..1
	FE_PRODUCT fc, qc, qb
	FE_REDUCE_HIGH adds
	ldp	qb0, qb1, [x1]
	ldp	qb2, qb3, [x1, #16]
	FE_HIGH	fc
	csetm	t0, cs
	FE_TAKE	fc, qb
	FE_FOLD_SIGNED qc, fc
	ldp	qb0, qb1, [x2, #32]
	ldp	qb2, qb3, [x2, #48]
	// R = Y1 - Y2*Z1^3
	FE_PRODUCT fd, qd, qb
	FE_REDUCE_HIGH adds
	ldp	qb0, qb1, [x1, #32]
	ldp	qb2, qb3, [x1, #48]
	FE_MINUS_PRODUCT qd, qb, fd
	// Z3 = Z1*H
	FE_MUL	qa, fa, qa, qc
	ldr	t0, [sp, #80]
	stp	qa0, qa1, [t0, #64]
	stp	qa2, qa3, [t0, #80]
	// qa = H^2, qc = H^3, qb = V = X1*H^2
	FE_SQR	qa, qc
	FE_MUL	qc, fc, qc, qa
	ldp	qb0, qb1, [x1]
	ldp	qb2, qb3, [x1, #16]
	FE_MUL	qb, fb, qb, qa
	// X3 = R^2 - H^3 - 2*V, n = -1..3
	FE_SQUARE qa, qd
	FE_REDUCE_LOW
	FE_REDUCE
	FE_HIGH	qa
	csetm	t0, cs
	FE_TAKE	qa, qc
	FE_TAKE	qa, qb
	FE_TAKE	qa, qb
	FE_FOLD_SIGNED qa, qa
	ldr	t0, [sp, #80]
	stp	qa0, qa1, [t0]
	stp	qa2, qa3, [t0, #16]
	// qb = X3 - V
	FE_SUB	qb, qa, qb
	ldp	qa0, qa1, [x1, #32]
	ldp	qa2, qa3, [x1, #48]
	// [fc, qa] = Y1*H^3
	FE_PRODUCT_PLAIN fc, qc, qa
	mov	qa0, t0
	mov	qa1, t1
	mov	qa2, t2
	mov	qa3, t3
	// Y3 = R*(X3 - V) - Y1*H^3
	FE_MUL_MINUS qd, qg, qd, qb, fc, qa
	ldr	t0, [sp, #80]
	stp	qd0, qd1, [t0, #32]
	stp	qd2, qd3, [t0, #48]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldr	x30, [sp, #88]
	ldp	x19, x20, [sp], #96
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
.unreq fa0
.unreq fa1
.unreq fa2
.unreq fa3
.unreq fb0
.unreq fb1
.unreq fb2
.unreq fb3
.unreq fc0
.unreq fc1
.unreq fc2
.unreq fc3
.unreq fd0
.unreq fd1
.unreq fd2
.unreq fd3
.unreq qg0
.unreq qg1
.unreq qg2
.unreq qg3
