// Macros of the field mod p = 2^256 - 2^224 - 2^96 + 2^64 - 1, Montgomery form, R = 2^256.
//
// Values are four little-endian limbs, any integer in [0, 2^256). W = 2^256 - p = [1, 2^32-1, 0, 2^32].
// Registers, under the names that comments use:
//     t0 = r8   t1 = r9   t2 = r10  t3 = r11     low half of a product, then what the reduction adds to the high half
//     r0 = r12  r1 = r13  r2 = r14  r3 = r15     high half of a product, and the result
//     rax, rbx, rcx, rbp scratch (m3 is rbp); rdx the multiplier
// Arguments: x0 x1 x2 x3, a0 a1 a2 a3: limbs of a factor, registers or memory; x_i may be r_i.  [b + o]: a quad in memory.
// z0 z1 z2 z3, n, u, v, w: registers, all different. Macros without z clobber all of the above and flags; rsi, rdi, rsp are left alone.
// Constant time: no branch, no address that depends on a value.
// Flags: CF alone is read, and no chain inherits it: each begins with an add, sub, cmp or neg. Where a macro begins with CF or leaves
// something in it, its comment says so. mulx, rorx, lea and mov leave flags alone. adcx and adox are not used.
//
// The reduction takes two limbs at a time. For low limbs (t0, t1) the quotient is Q = q1*2^64 + q0,
//     q0 = t0,   u = t1 + q0 (carry c1),   q1 = u - (q0 << 32) (borrow b1),
// and, with M = (Q >> 32) mod 2^64, N = (q0 << 32) + (q1 >> 32), L = q1 >> 32,
//     (t + Q*p)/2^128  =  [t2, t3]  +  [q1 + c1 - b1 - M,  -N,  q0 - M,  q1 - L].
// bracket(q0, q1) below is the second term without c1, which joins a carry chain that passes anyway. It is
//     Q*2^128 - Q*2^96 - (Q >> 32) + q1 - b1 >= 0,  and < 2^256 - 2^224 + 2^128:
// no borrow leaves its top limb, and that limb has room for carries.

// Takes a multiplier: the i-th of product number `at` of a kernel. What the kernel does beside its products, which are all the integer
// units can do, goes here and into the two macros that follow: nothing, but where a file that is put before the kernel's defines them anew.
// rdx is free here, and flags are not.
.macro FE_MULTIPLIER x, at, i
	mov	rdx, \x
.endm

.macro BESIDE_BEGIN
.endm

.macro BESIDE_END
.endm

// The product x * [b + o], ready for FE_REDUCE_HIGH: upper half in r, q2 in t2, u = t3 + q2 in t3, [t1, t0] from FE_REDUCE_LOW.
// What the reduction adds below 2^256 (c1, m3, the borrow of t3, q2) is less than 2^257: r <= floor(a*b/2^256) + 2. That is
// below 2^256 as the floor is 2^256 - 3 at most, but for a = b = 2^256 - 1: 2^256 - 2, where the low limbs are 1, 0, 0, 0
// and one carry comes. Row 2 stays below 2^448 - 2^256 + 2^129 likewise. No partial sum is above the whole one: every top limb holds.
.macro FE_PRODUCT x0, x1, x2, x3, b, o, at
	FE_PRODUCT_ROWS01 \x0, \x1, \b, \o, 1, \at
	FE_REDUCE_LOW
	FE_PRODUCT_ROWS23 \x2, \x3, \b, \o, 1, \at
.endm

// [r3..r0, t3..t0] = x * [b + o]
.macro FE_PRODUCT_PLAIN x0, x1, x2, x3, b, o, at
	FE_PRODUCT_ROWS01 \x0, \x1, \b, \o, 0, \at
	FE_PRODUCT_ROWS23 \x2, \x3, \b, \o, 0, \at
.endm

.macro FE_PRODUCT_ROWS01 x0, x1, b, o, fuse, at
	// [r0, t3..t0] = x0 * b
	FE_MULTIPLIER \x0, \at, 0
	mulx	r9, r8, [\b + \o]
	mulx	r10, rbp, [\b + \o + 8]
	add	r9, rbp
	mulx	r11, rbp, [\b + \o + 16]
	adc	r10, rbp
	mulx	r12, rbp, [\b + \o + 24]
	adc	r11, rbp
	adc	r12, 0
	// [r1, r0, t3..t1] += x1 * b; u = t1 + t0 takes its carry c1 into t2
	FE_MULTIPLIER \x1, \at, 1
	mulx	rax, rbp, [\b + \o]
	add	r9, rbp
	mulx	rbx, rbp, [\b + \o + 8]
	adc	r10, rbp
	mulx	rcx, rbp, [\b + \o + 16]
	adc	r11, rbp
	mulx	r13, rbp, [\b + \o + 24]
	adc	r12, rbp
	adc	r13, 0
	.if \fuse
	add	r9, r8
	adc	r10, rax
	.else
	add	r10, rax
	.endif
	adc	r11, rbx
	adc	r12, rcx
	adc	r13, 0
.endm

.macro FE_PRODUCT_ROWS23 x2, x3, b, o, fuse, at
	// [r2, r1, r0, t3, t2] += x2 * b + m3
	FE_MULTIPLIER \x2, \at, 2
	.if \fuse
	add	r10, rbp
	mulx	rax, r14, [\b + \o]
	mulx	rbx, rbp, [\b + \o + 8]
	adc	r11, rbp
	mulx	rcx, rbp, [\b + \o + 16]
	adc	r12, rbp
	mulx	rdx, rbp, [\b + \o + 24]
	adc	r13, rbp
	adc	rdx, 0
	add	r10, r14
	mov	r14, rdx
	adc	r11, rax
	.else
	mulx	rax, rbp, [\b + \o]
	mulx	rbx, r14, [\b + \o + 8]
	add	r10, rbp
	adc	r11, r14
	mulx	rcx, rbp, [\b + \o + 16]
	mulx	r14, rdx, [\b + \o + 24]
	adc	r12, rbp
	adc	r13, rdx
	adc	r14, 0
	add	r11, rax
	.endif
	adc	r12, rbx
	adc	r13, rcx
	adc	r14, 0
	// [r3..r0, t3] += x3 * b; u = t3 + q2 takes its carry into r0
	FE_MULTIPLIER \x3, \at, 3
	mulx	rax, rbp, [\b + \o]
	mulx	rbx, r15, [\b + \o + 8]
	add	r11, rbp
	adc	r12, r15
	mulx	rcx, rbp, [\b + \o + 16]
	mulx	r15, rdx, [\b + \o + 24]
	adc	r13, rbp
	adc	r14, rdx
	adc	r15, 0
	.if \fuse
	add	r11, r10
	adc	r12, rax
	.else
	add	r12, rax
	.endif
	adc	r13, rbx
	adc	r14, rcx
	adc	r15, 0
.endm

// [r3..r0, t3..t0] = a^2, but t1 holds u = t1 + t0, its carry c1 added to t2 (fuse = 0: t1 as it is).
// a0, a1, a2 may be r0, r1, r2; a3 is none of these registers.
.macro FE_SQUARE a0, a1, a2, a3, fuse=1, at
	// [r2, r1, r0, t3, t2, t1] = sum of a_i*a_j, i < j
	FE_MULTIPLIER \a0, \at, 0
	mulx	r10, r9, \a1
	mulx	r11, rbp, \a2
	mulx	r12, rax, \a3
	mulx	rbx, r8, rdx
	add	r10, rbp
	adc	r11, rax
	FE_MULTIPLIER \a1, \at, 1
	mulx	r13, rbp, \a3
	mulx	rcx, rax, \a2
	adc	r12, rbp
	adc	r13, 0
	add	r11, rax
	adc	r12, rcx
	mulx	rcx, rax, rdx
	FE_MULTIPLIER \a2, \at, 2
	mulx	r14, rbp, \a3
	adc	r13, rbp
	adc	r14, 0
	// twice that
	xor	r15d, r15d
	add	r9, r9
	adc	r10, r10
	adc	r11, r11
	adc	r12, r12
	adc	r13, r13
	adc	r14, r14
	adc	r15, r15
	.if \fuse
	// c1 of h(a0^2) + q0 goes into l(a1^2), which has room: a square is 0, 1 or 4 mod 8
	add	rbx, r8
	adc	rax, 0
	.endif
	// + sum of a_i^2
	add	r9, rbx
	adc	r10, rax
	adc	r11, rcx
	mulx	rbx, rax, rdx
	FE_MULTIPLIER \a3, \at, 3
	mulx	rcx, rbp, rdx
	adc	r12, rax
	adc	r13, rbx
	adc	r14, rbp
	adc	r15, rcx
.endm

// First half: for [t3, t2, u, q0] leaves [t1, t0, t3, m3] = [t3, 0] + bracket(q0, q1); m3 = rbp is still to be added to t2.
// M needs no q1: q1 << 32 = u << 32 (mod 2^64). t3 and all limbs above t2 may still grow afterwards.
.macro FE_REDUCE_LOW
	// q1 = u - (q0 << 32); M = rbx, N = rax, L = rcx
	mov	rax, r8
	shl	rax, 32
	mov	rbx, r8
	shr	rbx, 32
	mov	rcx, r9
	shl	rcx, 32
	add	rbx, rcx
	sub	r9, rax
	rorx	rcx, r9, 32
	mov	ecx, ecx
	lea	rax, [rax + rcx]
	// [q1 - b1 - M, t3 - N, q0 - M, q1 - L]
	mov	rbp, r9
	sbb	rbp, rbx
	sbb	r11, rax
	sbb	r8, rbx
	sbb	r9, rcx
.endm

// Between the halves after FE_SQUARE: q2 = t2 + m3; u = t3 + q2, whose carry goes into t0.
.macro FE_REDUCE_MIDDLE
	add	r10, rbp
	adc	r11, r10
	adc	r8, 0
	adc	r9, 0
.endm

// Second half: [m3, t2, t1, t0] = [t1, t0] + bracket(t2 = q2, t3 = u), at most p + 2^128. The carry of u went into the limb above.
// There is room in t1, which is 2^64 - 2^32 at most.
.macro FE_REDUCE_HIGH
	// q3 = u - (q2 << 32) = rbp; [t1, t0] += q3; M = rbx, L = rcx, N = rax
	mov	rax, r10
	shl	rax, 32
	mov	rbx, r10
	shr	rbx, 32
	mov	rcx, r11
	shl	rcx, 32
	add	rbx, rcx
	mov	rbp, r11
	sub	rbp, rax
	add	r8, rbp
	adc	r9, 0
	mov	rcx, rbp
	shr	rcx, 32
	// [q3 - L, q2 - M, t1 - N, t0 - b - M]
	cmp	r11, rax
	lea	rax, [rax + rcx]
	sbb	r8, rbx
	sbb	r9, rax
	sbb	r10, rbx
	sbb	rbp, rcx
.endm

// r += [m3, t2, t1, t0]; the carry C is left in CF, the sum is (product + Q*p)/2^256 < 2^256 + p.
.macro FE_HIGH
	FE_REDUCE_HIGH
	add	r12, r8
	adc	r13, r9
	adc	r14, r10
	adc	r15, rbp
.endm

// r + C*W = r - C*p (mod 2^256), C in CF. The product has r + C*2^256 < 2^256 + p, so with C = 1 r < p and no second carry comes.
.macro FE_FOLD
	sbb	rax, rax
	mov	rbx, rax
	shl	rbx, 32
	lea	rcx, [rax + rbx]
	sub	r12, rax
	sbb	r13, rbx
	sbb	r14, rax
	sbb	r15, rcx
.endm

// Montgomery product r = x * [b + o] / 2^256 and square r = a^2 / 2^256: the carry C left in CF, or folded
.macro FE_MUL_UNFOLDED x0, x1, x2, x3, b, o, at
	FE_PRODUCT \x0, \x1, \x2, \x3, \b, \o, \at
	FE_HIGH
.endm

.macro FE_SQR_UNFOLDED a0, a1, a2, a3, at
	FE_SQUARE \a0, \a1, \a2, \a3, 1, \at
	FE_REDUCE_LOW
	FE_REDUCE_MIDDLE
	FE_HIGH
.endm

.macro FE_MUL x0, x1, x2, x3, b, o, at
	FE_MUL_UNFOLDED \x0, \x1, \x2, \x3, \b, \o, \at
	FE_FOLD
.endm

.macro FE_SQR a0, a1, a2, a3, at
	FE_SQR_UNFOLDED \a0, \a1, \a2, \a3, \at
	FE_FOLD
.endm

// z - n*2^256 mod p, 0 <= n.  n, u, v: scratch.
// k = n + [h <= n], h = z >> 224;  z - n*2^256 + k*p = z - k*W (mod 2^256).
//   h >  n: z >= (n+1)*2^224 >= n*W (n + 1 < 2^32), so 0 <= the result.
//   h <= n: z <  (n+1)*2^224 <  k*W, so z + 2^256 - k*W is in [0, 2^256).
.macro FE_FOLD_NEGATIVE z0, z1, z2, z3, n, u, v
	mov	\u, \z3
	shr	\u, 32
	cmp	\n, \u
	sbb	\n, -1
	mov	\u, \n
	shl	\u, 32
	mov	\v, \u
	sub	\v, \n
	sub	\z0, \n
	sbb	\z1, \v
	sbb	\z2, 0
	sbb	\z3, \u
.endm

// The same for -1 <= n, where n = -1 implies z < p; \m holds n + 1. k is signed, k*W sign-extended by w.
.macro FE_FOLD_SIGNED z0, z1, z2, z3, m, u, v, w
	mov	\u, \z3
	shr	\u, 32
	inc	\u
	cmp	\m, \u
	sbb	\m, 0
	mov	\w, \m
	sar	\w, 63
	mov	\u, \m
	shl	\u, 32
	add	\u, \w
	mov	\v, \u
	sub	\v, \m
	sub	\z0, \m
	sbb	\z1, \v
	sbb	\z2, \w
	sbb	\z3, \u
.endm

// z + n*2^256 mod p, 0 <= n.  n, u, v: scratch (\ud the low half of u, \vd of v).
// k = n + [h + n + 1 >= 2^32], h = z >> 224;  z + n*2^256 - k*p = z + k*W (mod 2^256).
//   k = n:     z < 2^256 - (n+1)*2^224 < 2^256 - n*W.
//   k = n + 1: z >= 2^256 - (n+1)*2^224 > 2^256 - k*W, so z + k*W - 2^256 is in [0, 2^256).
.macro FE_FOLD_POSITIVE z0, z1, z2, z3, n, u, ud, v, vd
	mov	\u, \z3
	shr	\u, 32
	lea	\v, [\n + 1]
	add	\ud, \vd
	adc	\n, 0
	mov	\u, \n
	shl	\u, 32
	mov	\v, \u
	sub	\v, \n
	add	\z0, \n
	adc	\z1, \v
	adc	\z2, 0
	adc	\z3, \u
.endm

// z += [b + o], z -= [b + o]; the carry, the borrow is left in CF
.macro FE_ADD_MEMORY z0, z1, z2, z3, b, o
	add	\z0, [\b + \o]
	adc	\z1, [\b + \o + 8]
	adc	\z2, [\b + \o + 16]
	adc	\z3, [\b + \o + 24]
.endm

.macro FE_SUB_MEMORY z0, z1, z2, z3, b, o
	sub	\z0, [\b + \o]
	sbb	\z1, [\b + \o + 8]
	sbb	\z2, [\b + \o + 16]
	sbb	\z3, [\b + \o + 24]
.endm

.macro FE_LOAD z0, z1, z2, z3, b, o
	mov	\z0, [\b + \o]
	mov	\z1, [\b + \o + 8]
	mov	\z2, [\b + \o + 16]
	mov	\z3, [\b + \o + 24]
.endm

.macro FE_STORE b, o, z0, z1, z2, z3
	mov	[\b + \o], \z0
	mov	[\b + \o + 8], \z1
	mov	[\b + \o + 16], \z2
	mov	[\b + \o + 24], \z3
.endm

// r = (x * [b + o] - [c + s])/2^256, [c + s] of eight limbs: one reduction for the difference of two products. k: rsi or rdi, scratch.
// Sum in (-2^512, 2^512): n = borrow - carry in -1..1, and n = -1 means no borrow: then r < p as in FE_FOLD.
.macro FE_MUL_MINUS x0, x1, x2, x3, b, o, c, s, k, at
	FE_PRODUCT_PLAIN \x0, \x1, \x2, \x3, \b, \o, \at
	FE_SUB_MEMORY r8, r9, r10, r11, \c, \s
	sbb	r12, [\c + \s + 32]
	sbb	r13, [\c + \s + 40]
	sbb	r14, [\c + \s + 48]
	sbb	r15, [\c + \s + 56]
	// rdx = 1 + borrow
	mov	edx, 1
	adc	rdx, 0
	// u = t1 + q0; k = -c1
	add	r9, r8
	sbb	\k, \k
	FE_REDUCE_LOW
	// q2 = t2 + m3 + c1; u = t3 + q2, whose carry goes into t0
	neg	\k
	adc	r10, rbp
	adc	r11, r10
	adc	r8, 0
	adc	r9, 0
	FE_HIGH
	sbb	rdx, 0
	FE_FOLD_SIGNED r12, r13, r14, r15, rdx, rax, rbx, rcx
.endm

// The callee-saved registers that the macros use: 48 bytes of stack.
.macro FE_ENTER
	push	rbx
	push	rbp
	push	r12
	push	r13
	push	r14
	push	r15
.endm

.macro FE_LEAVE
	pop	r15
	pop	r14
	pop	r13
	pop	r12
	pop	rbp
	pop	rbx
.endm
