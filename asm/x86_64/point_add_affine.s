// point_add_affine: r := a + b, incomplete
//   r = [X, Y, Z], a = [X, Y, Z] Jacobian: x = X/Z^2, y = Y/Z^3, Montgomery form, coordinates in [0, 2^256)
//   b = [x, y] affine, coordinates in [0, 2^256). Any curve y^2 = x^3 + A*x + B.
//   Exceptions: a = b, a = -b, a = infinity (Z = 0 mod p) give Z3 = 0 mod p (Z3 = Z1*H).
//   fn point_add_affine(r: *mut [u64; 12], a: *const [u64; 12], b: *const [u64; 8])
//   Aliasing: r may equal a or b.  Stack: 272 bytes (rbx, rbp, r12-r15, and the frame below).
//   Registers: rdi = r, rsi = a, rdx = b; clobbers rax, rcx, rdx, rsi, r8-r11 and flags.
//   Constant time: no branch, no address depends on *a, *b.
//   Method (8M + 3S):
//     H = X2*Z1^2 - X1;  R = Y1 - Y2*Z1^3;  Z3 = Z1*H
//     X3 = R^2 - H^3 - 2*V, V = X1*H^2;  Y3 = R*(X3 - V) - Y1*H^3, one reduction for both products
//   The order of the steps keeps independent products side by side.
//   Frame, from rsp: [0] Z1^2, then H^2, then H^3;  [32] H;  [64] Z1^3, then R;  [96] V and [128] -c, V + c*2^256 unfolded;
//     [96] X3 - V, once V is done with;  [136] Y1*H^3, eight limbs;  [200] r;  [208] 16 bytes for what is done beside.
//   H: n = (borrow - carry) in -1..1.  R: n = (borrow + carry) in 0..2.  X3 - V: n = (borrow + c) in 0..2.
//   X3: n = (2*c + borrows - carry) in -1..5. Wherever n = -1, there is a carry, no borrow, and c = 0: r < p.
//   Origin: written for this library.

	FE_ENTER
	sub	rsp, 224
	BESIDE_BEGIN
	mov	[rsp + 200], rdi
	mov	rdi, rdx
	// Z1^2
	FE_SQR	[rsi + 64], [rsi + 72], [rsi + 80], [rsi + 88], 0
	FE_STORE rsp, 0, r12, r13, r14, r15
	// H = X2*Z1^2 - X1, rdx = n + 1
	FE_MUL_UNFOLDED [rsp], [rsp + 8], [rsp + 16], [rsp + 24], rdi, 0, 1
	mov	edx, 1
	sbb	rdx, 0
	FE_SUB_MEMORY r12, r13, r14, r15, rsi, 0
	adc	rdx, 0
	FE_FOLD_SIGNED r12, r13, r14, r15, rdx, rax, rbx, rcx
	FE_STORE rsp, 32, r12, r13, r14, r15
	// Z1^3
	FE_MUL	[rsi + 64], [rsi + 72], [rsi + 80], [rsi + 88], rsp, 0, 2
	FE_STORE rsp, 64, r12, r13, r14, r15
	// H^2
	FE_SQR	[rsp + 32], [rsp + 40], [rsp + 48], [rsp + 56], 3
	FE_STORE rsp, 0, r12, r13, r14, r15
	// R = Y1 - Y2*Z1^3, rdx = n
	FE_MUL_UNFOLDED [rsp + 64], [rsp + 72], [rsp + 80], [rsp + 88], rdi, 32, 4
	sbb	rdx, rdx
	FE_LOAD	r8, r9, r10, r11, rsi, 32
	sub	r8, r12
	sbb	r9, r13
	sbb	r10, r14
	sbb	r11, r15
	sbb	rdx, 0
	neg	rdx
	FE_FOLD_NEGATIVE r8, r9, r10, r11, rdx, rax, rbx
	FE_STORE rsp, 64, r8, r9, r10, r11
	mov	rdi, [rsp + 200]
	// V = X1*H^2
	FE_MUL_UNFOLDED [rsp], [rsp + 8], [rsp + 16], [rsp + 24], rsi, 0, 5
	sbb	rax, rax
	FE_STORE rsp, 96, r12, r13, r14, r15
	mov	[rsp + 128], rax
	// H^3
	FE_MUL	[rsp], [rsp + 8], [rsp + 16], [rsp + 24], rsp, 32, 6
	FE_STORE rsp, 0, r12, r13, r14, r15
	// X3 = R^2 - H^3 - 2*V, rdx = n + 1
	FE_SQR_UNFOLDED [rsp + 64], [rsp + 72], [rsp + 80], [rsp + 88], 7
	mov	edx, 1
	sbb	rdx, 0
	FE_SUB_MEMORY r12, r13, r14, r15, rsp, 0
	adc	rdx, 0
	FE_SUB_MEMORY r12, r13, r14, r15, rsp, 96
	adc	rdx, 0
	FE_SUB_MEMORY r12, r13, r14, r15, rsp, 96
	adc	rdx, 0
	sub	rdx, [rsp + 128]
	sub	rdx, [rsp + 128]
	FE_FOLD_SIGNED r12, r13, r14, r15, rdx, rax, rbx, rcx
	FE_STORE rdi, 0, r12, r13, r14, r15
	// X3 - V, rdx = n
	xor	edx, edx
	FE_SUB_MEMORY r12, r13, r14, r15, rsp, 96
	adc	rdx, 0
	sub	rdx, [rsp + 128]
	FE_FOLD_NEGATIVE r12, r13, r14, r15, rdx, rax, rbx
	FE_STORE rsp, 96, r12, r13, r14, r15
	// Y1*H^3
	FE_PRODUCT_PLAIN [rsp], [rsp + 8], [rsp + 16], [rsp + 24], rsi, 32, 8
	FE_STORE rsp, 136, r8, r9, r10, r11
	FE_STORE rsp, 168, r12, r13, r14, r15
	// Z3 = Z1*H
	FE_MUL	[rsi + 64], [rsi + 72], [rsi + 80], [rsi + 88], rsp, 32, 9
	FE_STORE rdi, 64, r12, r13, r14, r15
	// Y3 = R*(X3 - V) - Y1*H^3
	FE_MUL_MINUS [rsp + 96], [rsp + 104], [rsp + 112], [rsp + 120], rsp, 64, rsp, 136, rsi, 10
	FE_STORE rdi, 32, r12, r13, r14, r15
	BESIDE_END
	add	rsp, 224
	FE_LEAVE
	ret
