// point_double: r := 2*a on a curve y^2 = x^3 - 3*x + b
//   r = [X, Y, Z], a = [X, Y, Z] Jacobian: x = X/Z^2, y = Y/Z^3, Montgomery form, coordinates in [0, 2^256)
//   Exceptions: Z = 0 mod p gives Z3 = 0 mod p, and so does Y = 0.
//   fn point_double(r: *mut [u64; 12], a: *const [u64; 12])
//   Aliasing: r may equal a.  Stack: 184 bytes (rbx, rbp, r12-r15, and the frame below).
//   Registers: rdi = r, rsi = a; clobbers rax, rcx, rdx, rsi, r8-r11 and flags.
//   Constant time: no branch, no address depends on *a.
//   Method (the usual a = -3 doubling, scaled by 1/2: 4M + 4S, one product difference with a single reduction):
//     M = (X - Z^2)/2 * 3*(X + Z^2);  S = Y^2;  V = X*S
//     X3 = M^2 - 2*V;  Y3 = M*(V - X3) - S^2;  Z3 = Y*Z
//   The order of the steps keeps independent products side by side.
//   Frame, from rsp: [0] (X - Z^2)/2, then V - X3;  [32] 3*(X + Z^2), then M;  [64] S;  [96] V and [128] -c, V + c*2^256 unfolded;
//     [64] S^2, eight limbs, once S and V are done with.
//   X3: n = (2*c + borrows - carry) in -1..4; n = -1 means no borrow and c = 0, and M^2/2^256 + Q*p/2^256 < 2^256 + p leaves r < p.
//   V - X3: n = (borrow - c) in -1..1; n = -1 means no borrow and c = 1: then V, and with it r, is below p.
//   Origin: written for this library.

	FE_ENTER
	sub	rsp, 136
	// Z^2 + C*2^256, rax = C
	FE_SQR_UNFOLDED [rsi + 64], [rsi + 72], [rsi + 80], [rsi + 88]
	mov	eax, 0
	adc	eax, 0
	// X - Z^2 = [t3..t0] - n*2^256, n = rbp in 0..2
	FE_LOAD	r8, r9, r10, r11, rsi, 0
	sub	r8, r12
	sbb	r9, r13
	sbb	r10, r14
	sbb	r11, r15
	mov	ebp, eax
	adc	ebp, 0
	// D = X - Z^2 + C*p is in (-2^256, 2^256); k = rcx = C + (D mod 2)
	mov	ecx, r8d
	xor	ecx, eax
	and	ecx, 1
	add	ecx, eax
	// X + Z^2 = r + n*2^256, n = rax in 0..2
	FE_ADD_MEMORY r12, r13, r14, r15, rsi, 0
	adc	eax, 0
	// (X - Z^2 + k*p)/2 = (D + (D mod 2)*p)/2 is in (-2^255, 2^256): [t3..t0] + j*2^256, j = rcx in -1..0
	mov	rdx, rcx
	shl	rdx, 32
	mov	rbx, rdx
	sub	rbx, rcx
	sub	r8, rcx
	sbb	r9, rbx
	sbb	r10, 0
	sbb	r11, rdx
	sbb	rcx, rbp
	shrd	r8, r9, 1
	shrd	r9, r10, 1
	shrd	r10, r11, 1
	shrd	r11, rcx, 1
	sar	rcx, 1
	// - j*p
	mov	rdx, rcx
	shl	rdx, 32
	lea	rbx, [rcx + rdx]
	add	r8, rcx
	adc	r9, rdx
	adc	r10, rcx
	adc	r11, rbx
	FE_STORE rsp, 0, r8, r9, r10, r11
	// 3*(X + Z^2), n in 0..8
	lea	r8, [rax + 2*rax]
	mov	rcx, r12
	mov	rdx, r13
	mov	rbx, r14
	mov	rbp, r15
	add	r12, r12
	adc	r13, r13
	adc	r14, r14
	adc	r15, r15
	adc	r8, 0
	add	r12, rcx
	adc	r13, rdx
	adc	r14, rbx
	adc	r15, rbp
	adc	r8, 0
	FE_FOLD_POSITIVE r12, r13, r14, r15, r8, rcx, ecx, rdx, edx
	FE_STORE rsp, 32, r12, r13, r14, r15
	// S = Y^2
	FE_SQR	[rsi + 32], [rsi + 40], [rsi + 48], [rsi + 56]
	FE_STORE rsp, 64, r12, r13, r14, r15
	// M = (X - Z^2)/2 * 3*(X + Z^2)
	FE_MUL	[rsp + 32], [rsp + 40], [rsp + 48], [rsp + 56], rsp, 0
	FE_STORE rsp, 32, r12, r13, r14, r15
	// V = X*S
	FE_MUL_UNFOLDED [rsp + 64], [rsp + 72], [rsp + 80], [rsp + 88], rsi, 0
	sbb	rax, rax
	FE_STORE rsp, 96, r12, r13, r14, r15
	mov	[rsp + 128], rax
	// X3 = M^2 - 2*V, rdx = n + 1
	FE_SQR_UNFOLDED [rsp + 32], [rsp + 40], [rsp + 48], [rsp + 56]
	mov	edx, 1
	sbb	rdx, 0
	FE_SUB_MEMORY r12, r13, r14, r15, rsp, 96
	adc	rdx, 0
	FE_SUB_MEMORY r12, r13, r14, r15, rsp, 96
	adc	rdx, 0
	sub	rdx, [rsp + 128]
	sub	rdx, [rsp + 128]
	FE_FOLD_SIGNED r12, r13, r14, r15, rdx, rax, rbx, rcx
	FE_STORE rdi, 0, r12, r13, r14, r15
	// V - X3, rdx = n + 1
	FE_LOAD	r8, r9, r10, r11, rsp, 96
	mov	edx, 1
	sub	r8, r12
	sbb	r9, r13
	sbb	r10, r14
	sbb	r11, r15
	adc	rdx, [rsp + 128]
	FE_FOLD_SIGNED r8, r9, r10, r11, rdx, rax, rbx, rcx
	FE_STORE rsp, 0, r8, r9, r10, r11
	// Z3 = Y*Z
	FE_MUL	[rsi + 32], [rsi + 40], [rsi + 48], [rsi + 56], rsi, 64
	FE_STORE rdi, 64, r12, r13, r14, r15
	// S^2
	FE_SQUARE [rsp + 64], [rsp + 72], [rsp + 80], [rsp + 88], 0
	FE_STORE rsp, 64, r8, r9, r10, r11
	FE_STORE rsp, 96, r12, r13, r14, r15
	// Y3 = M*(V - X3) - S^2
	FE_MUL_MINUS [rsp + 32], [rsp + 40], [rsp + 48], [rsp + 56], rsp, 0, rsp, 64, rsi
	FE_STORE rdi, 32, r12, r13, r14, r15
	add	rsp, 136
	FE_LEAVE
	ret
