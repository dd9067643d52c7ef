// Macros of the field mod p = 2^256 - 2^224 - 2^96 + 2^64 - 1, Montgomery form, R = 2^256.
//
// Values are four little-endian limbs, any integer in [0, 2^256). W = 2^256 - p = [1, 2^32-1, 0, 2^32].
// A quad is named by its prefix: quad qa is the registers qa0 qa1 qa2 qa3, aliased by the kernel with .req.
// Every macro uses the scratch registers t0..t3 and m0..m3, no others, and the flags.
// Constant time: no branch, no memory access.
//
// The reduction takes two limbs at a time. For low limbs (t0, t1) the quotient is Q = q1*2^64 + q0,
//     q0 = t0,   u = t1 + q0 (carry c1),   q1 = u - (q0 << 32) (borrow b1),
// and, with M = (Q >> 32) mod 2^64, N = (q0 << 32) + (q1 >> 32), L = q1 >> 32,
//     (t + Q*p)/2^128  =  [t2, t3]  +  [q1 + c1 - b1 - M,  -N,  q0 - M,  q1 - L].
// bracket(q0, q1) below is the second term without c1, which joins a carry chain that passes anyway. It is
//     Q*2^128 - Q*2^96 - (Q >> 32) + q1 - b1 >= 0,  and < 2^256 - 2^224 + 2^128:
// no borrow leaves its top limb, and that limb has room for one more carry.

// The product \a * \b, ready for FE_REDUCE_HIGH: upper half in \r, q2 in t2, u = t3 + q2 in t3, [t1, t0] from FE_REDUCE_LOW.
// What the reduction adds below 2^256 (c1, m3, the borrow of t3, q2) is less than 2^257: \r <= floor(a*b/2^256) + 2. That is
// below 2^256 as the floor is 2^256 - 3 at most, but for a = b = 2^256 - 1: 2^256 - 2, where the low limbs are 1, 0, 0, 0
// and one carry comes. Row 2 stays below 2^448 - 2^256 + 2^129 likewise.
// r0 differs from all operands; r1, r2, r3 may be a0, a1, a2; r3 may be a3.
.macro FE_PRODUCT r, a, b
	FE_PRODUCT_ROWS01 \r, \a, \b, 1
	FE_REDUCE_LOW
	FE_PRODUCT_ROWS23 \r, \a, \b, 1
.endm

// [\r3..\r0, t3..t0] = \a * \b
.macro FE_PRODUCT_PLAIN r, a, b
	FE_PRODUCT_ROWS01 \r, \a, \b, 0
	FE_PRODUCT_ROWS23 \r, \a, \b, 0
.endm

.macro FE_PRODUCT_ROWS01 r, a, b, fuse
	// [r0, t3..t0] = a0 * b
	mul	t0, \a\()0, \b\()0
	umulh	m0, \a\()0, \b\()0
	mul	t1, \a\()0, \b\()1
	umulh	m1, \a\()0, \b\()1
	mul	t2, \a\()0, \b\()2
	adds	t1, t1, m0
	umulh	m2, \a\()0, \b\()2
	adcs	t2, t2, m1
	mul	t3, \a\()0, \b\()3
	umulh	\r\()0, \a\()0, \b\()3
	adcs	t3, t3, m2
	mul	m0, \a\()1, \b\()0
	adc	\r\()0, \r\()0, xzr
	// [r1, r0, t3..t1] += a1 * b; u = t1 + t0 takes its carry c1 into t2
	mul	m1, \a\()1, \b\()1
	mul	m2, \a\()1, \b\()2
	adds	t1, t1, m0
	umulh	m0, \a\()1, \b\()0
	adcs	t2, t2, m1
	umulh	m1, \a\()1, \b\()1
	adcs	t3, t3, m2
	mul	m3, \a\()1, \b\()3
	umulh	m2, \a\()1, \b\()2
	adcs	\r\()0, \r\()0, m3
	umulh	\r\()1, \a\()1, \b\()3
	adc	\r\()1, \r\()1, xzr
	.if \fuse
	adds	t1, t1, t0
	adcs	t2, t2, m0
	.else
	adds	t2, t2, m0
	.endif
	adcs	t3, t3, m1
	adcs	\r\()0, \r\()0, m2
	adc	\r\()1, \r\()1, xzr
.endm

.macro FE_PRODUCT_ROWS23 r, a, b, fuse
	// [r2, r1, r0, t3, t2] += a2 * b; q2 = t2 + m3
	mul	m0, \a\()2, \b\()0
	mul	m1, \a\()2, \b\()1
	umulh	\r\()2, \a\()2, \b\()0
	mul	m2, \a\()2, \b\()2
	adds	t2, t2, m0
	mul	m0, \a\()3, \b\()0
	adcs	t3, t3, m1
	mul	m1, \a\()2, \b\()3
	adcs	\r\()0, \r\()0, m2
	umulh	m2, \a\()2, \b\()3
	adcs	\r\()1, \r\()1, m1
	umulh	m1, \a\()2, \b\()1
	adc	m2, m2, xzr
	.if \fuse
	adds	t2, t2, m3
	adcs	t3, t3, \r\()2
	.else
	adds	t3, t3, \r\()2
	.endif
	umulh	m3, \a\()2, \b\()2
	adcs	\r\()0, \r\()0, m1
	mul	m1, \a\()3, \b\()1
	adcs	\r\()1, \r\()1, m3
	adc	\r\()2, m2, xzr
	// [r3..r0, t3] += a3 * b; u = t3 + q2 takes its carry into r0
	mul	m2, \a\()3, \b\()2
	adds	t3, t3, m0
	umulh	m0, \a\()3, \b\()0
	adcs	\r\()0, \r\()0, m1
	mul	m3, \a\()3, \b\()3
	adcs	\r\()1, \r\()1, m2
	umulh	m1, \a\()3, \b\()1
	adcs	\r\()2, \r\()2, m3
	umulh	m2, \a\()3, \b\()2
	umulh	\r\()3, \a\()3, \b\()3
	adc	\r\()3, \r\()3, xzr
	.if \fuse
	adds	t3, t3, t2
	adcs	\r\()0, \r\()0, m0
	.else
	adds	\r\()0, \r\()0, m0
	.endif
	adcs	\r\()1, \r\()1, m1
	adcs	\r\()2, \r\()2, m2
	adc	\r\()3, \r\()3, xzr
.endm

// [\r3..\r0, t3..t0] = \a^2, but t1 holds u = t1 + t0, its carry c1 added to t2 (fuse = 0: t1 as it is).
// \r differs from \a.
.macro FE_SQUARE r, a, fuse=1
	// [r2, r1, r0, t3, t2, t1] = sum of a_i*a_j, i < j
	mul	t1, \a\()0, \a\()1
	umulh	m3, \a\()0, \a\()2
	mul	t3, \a\()0, \a\()3
	umulh	t2, \a\()0, \a\()1
	mul	m0, \a\()0, \a\()2
	umulh	\r\()0, \a\()0, \a\()3
	mul	m2, \a\()1, \a\()3
	adds	t3, t3, m3
	mul	m1, \a\()1, \a\()2
	umulh	\r\()1, \a\()1, \a\()3
	mul	t0, \a\()0, \a\()0
	adcs	\r\()0, \r\()0, m2
	umulh	m2, \a\()1, \a\()2
	adc	\r\()1, \r\()1, xzr
	mul	m3, \a\()2, \a\()3
	adds	t2, t2, m0
	umulh	m0, \a\()0, \a\()0
	adcs	t3, t3, m1
	umulh	\r\()2, \a\()2, \a\()3
	adcs	\r\()0, \r\()0, m2
	mul	m1, \a\()1, \a\()1
	adcs	\r\()1, \r\()1, m3
	umulh	m2, \a\()1, \a\()1
	adc	\r\()2, \r\()2, xzr
	// twice that
	adds	t1, t1, t1
	mul	m3, \a\()2, \a\()2
	adcs	t2, t2, t2
	adcs	t3, t3, t3
	umulh	\r\()3, \a\()3, \a\()3
	adcs	\r\()0, \r\()0, \r\()0
	adcs	\r\()1, \r\()1, \r\()1
	adcs	\r\()2, \r\()2, \r\()2
	adc	\r\()3, \r\()3, xzr
	.if \fuse
	// c1 of h(a0^2) + q0 goes into l(a1^2), which has room: a square is 0, 1 or 4 mod 8
	adds	m0, m0, t0
	adc	m1, m1, xzr
	.endif
	// + sum of a_i^2
	adds	t1, t1, m0
	umulh	m0, \a\()2, \a\()2
	adcs	t2, t2, m1
	mul	m1, \a\()3, \a\()3
	adcs	t3, t3, m2
	adcs	\r\()0, \r\()0, m3
	adcs	\r\()1, \r\()1, m0
	adcs	\r\()2, \r\()2, m1
	adc	\r\()3, \r\()3, xzr
.endm

// First half: for [t3, t2, u, q0] leaves [t1, t0, t3, m3] = [t3, 0] + bracket(q0, q1); m3 is still to be added to t2.
// M needs no q1: q1 << 32 = u << 32 (mod 2^64). t3 and all limbs above t2 may still grow afterwards.
.macro FE_REDUCE_LOW
	// q1 = u - (q0 << 32); M = m0, N = m1, L = m2
	lsl	m1, t0, #32
	lsr	m0, t0, #32
	orr	m0, m0, t1, lsl #32
	subs	t1, t1, m1
	lsr	m2, t1, #32
	orr	m1, m2, m1
	// [q1 - b1 - M, t3 - N, q0 - M, q1 - L]
	sbcs	m3, t1, m0
	sbcs	t3, t3, m1
	sbcs	t0, t0, m0
	sbc	t1, t1, m2
.endm

// Second half after FE_SQUARE and FE_REDUCE_LOW.
.macro FE_REDUCE
	// q2 = t2 + m3; u = t3 + q2, both carries go on
	adds	t2, t2, m3
	adcs	t3, t3, t2
	FE_REDUCE_HIGH
.endm

// Second half: [t3, t2, t1, m0] = [t1, t0] + bracket(t2 = q2, t3 = u), at most p + 2^128. \first = adcs takes a carry
// in for t0 (there is room in t1, which is 2^64 - 2^32 at most). The carry of u goes in this way, or went into the limb above (FE_PRODUCT).
.macro FE_REDUCE_HIGH first=adcs
	// q3 = u - (q2 << 32) = m3; [t1, m0] = [t1, t0] + q3; M = m1, N = m2, L = t0
	lsl	m2, t2, #32
	lsr	m1, t2, #32
	orr	m1, m1, t3, lsl #32
	sub	m3, t3, m2
	\first	m0, t0, m3
	adc	t1, t1, xzr
	// [t3, t2, t1, m0] = [q3 - L, q2 - M, t1 - N, m0 - b - M]
	cmp	t3, m2
	lsr	t0, m3, #32
	orr	m2, t0, m2
	sbcs	m0, m0, m1
	sbcs	t1, t1, m2
	sbcs	t2, t2, m1
	sbc	t3, m3, t0
.endm

// \r += [t3, t2, t1, m0]; the carry is left in the flags, the sum is (product + Q*p)/2^256 < 2^256 + p.
.macro FE_HIGH r
	adds	\r\()0, \r\()0, m0
	adcs	\r\()1, \r\()1, t1
	adcs	\r\()2, \r\()2, t2
	adcs	\r\()3, \r\()3, t3
.endm

// \z = \r + C*W = \r - C*p (mod 2^256). The product has \r + C*2^256 < 2^256 + p, so with C = 1 \r < p and no second carry comes.
.macro FE_FOLD z, r
	csetm	t0, cs
	lsl	t1, t0, #32
	subs	\z\()0, \r\()0, t0
	and	t2, t0, #0xfffffffeffffffff
	sbcs	\z\()1, \r\()1, t1
	sbcs	\z\()2, \r\()2, t0
	sbc	\z\()3, \r\()3, t2
.endm

// Montgomery product and square, \r weakly reduced
// (\z may be \a when \r3 is a3 and r0, r1, r2 are apart).
.macro FE_MUL z, r, a, b
	FE_PRODUCT \r, \a, \b
	FE_REDUCE_HIGH adds
	FE_HIGH	\r
	FE_FOLD	\z, \r
.endm

.macro FE_SQR r, a
	FE_SQUARE \r, \a
	FE_REDUCE_LOW
	FE_REDUCE
	FE_HIGH	\r
	FE_FOLD	\r, \r
.endm

// \z = \r - n*2^256 mod p, 0 <= n (in t0).
// k = n + [h <= n], h = \r >> 224;  \z = \r - n*2^256 + k*p = \r - k*W (mod 2^256).
//   h >  n: \r >= (n+1)*2^224 >= n*W (n + 1 < 2^32), so 0 <= \z.
//   h <= n: \r <  (n+1)*2^224 <  k*W, so \z = \r + 2^256 - k*W is in [0, 2^256).
.macro FE_FOLD_NEGATIVE z, r
	lsr	t1, \r\()3, #32
	cmp	t1, t0
	cinc	t0, t0, ls
	lsl	t1, t0, #32
	sub	t2, t1, t0
	subs	\z\()0, \r\()0, t0
	sbcs	\z\()1, \r\()1, t2
	sbcs	\z\()2, \r\()2, xzr
	sbc	\z\()3, \r\()3, t1
.endm

// The same for -1 <= n, where n = -1 implies \r < p: k is signed, k*W sign-extended by t3.
.macro FE_FOLD_SIGNED z, r
	lsr	t1, \r\()3, #32
	cmp	t1, t0
	cinc	t0, t0, le
	asr	t3, t0, #63
	lsl	t1, t0, #32
	sub	t2, t1, t0
	add	t1, t1, t3
	add	t2, t2, t3
	subs	\z\()0, \r\()0, t0
	sbcs	\z\()1, \r\()1, t2
	sbcs	\z\()2, \r\()2, t3
	sbc	\z\()3, \r\()3, t1
.endm

// \z = \x - \y
//   borrow b, r = \x - \y + b*2^256;  k = b + [b = 1 and r < 2^225], \z = r - k*W as in FE_FOLD_NEGATIVE (2^225 < 2*W).
.macro FE_SUB z, x, y
	subs	\z\()0, \x\()0, \y\()0
	sbcs	\z\()1, \x\()1, \y\()1
	sbcs	\z\()2, \x\()2, \y\()2
	sbcs	\z\()3, \x\()3, \y\()3
	FE_SUB_FOLD \z
.endm

.macro FE_SUB_FOLD z
	cset	t0, cc
	lsr	t1, \z\()3, #33
	cmp	t1, t0
	cinc	t0, t0, lo
	lsl	t1, t0, #32
	sub	t2, t1, t0
	subs	\z\()0, \z\()0, t0
	sbcs	\z\()1, \z\()1, t2
	sbcs	\z\()2, \z\()2, xzr
	sbc	\z\()3, \z\()3, t1
.endm

// \z = \x + \y
//   carry c, r = \x + \y - c*2^256;  k = c + [c = 1 and r >= 2^256 - 2^225];  \z = r + k*W - (k - c)*2^256.
//   k = c: r + W < 2^256.   k = 2: r + 2*W >= 2^256.
.macro FE_ADD z, x, y
	adds	\z\()0, \x\()0, \y\()0
	adcs	\z\()1, \x\()1, \y\()1
	adcs	\z\()2, \x\()2, \y\()2
	adcs	\z\()3, \x\()3, \y\()3
	FE_ADD_FOLD \z
.endm

.macro FE_ADD_FOLD z
	cset	t0, cs
	asr	t1, \z\()3, #33
	cmn	t1, t0
	adc	t0, t0, xzr
	lsl	t1, t0, #32
	sub	t2, t1, t0
	adds	\z\()0, \z\()0, t0
	adcs	\z\()1, \z\()1, t2
	adcs	\z\()2, \z\()2, xzr
	adc	\z\()3, \z\()3, t1
.endm

// \z = \x - (\r + [t3, t2, t1, m0]):  x - product, n in 0..2. \z may be \r or \x.
.macro FE_MINUS_PRODUCT z, x, r
	subs	\r\()0, \x\()0, \r\()0
	sbcs	\r\()1, \x\()1, \r\()1
	sbcs	\r\()2, \x\()2, \r\()2
	sbcs	\r\()3, \x\()3, \r\()3
	cset	t0, cc
	subs	\r\()0, \r\()0, m0
	sbcs	\r\()1, \r\()1, t1
	sbcs	\r\()2, \r\()2, t2
	sbcs	\r\()3, \r\()3, t3
	cinc	t0, t0, cc
	FE_FOLD_NEGATIVE \z, \r
.endm

// \r -= \x; the borrow is counted in t0
.macro FE_TAKE r, x
	subs	\r\()0, \r\()0, \x\()0
	sbcs	\r\()1, \r\()1, \x\()1
	sbcs	\r\()2, \r\()2, \x\()2
	sbcs	\r\()3, \r\()3, \x\()3
	cinc	t0, t0, cc
.endm

// \z = (\a*\b - [\h, \l])/2^256: one reduction for the difference of two products. Sum in (-2^512, 2^512): n in -1..1.
.macro FE_MUL_MINUS z, r, a, b, h, l
	FE_PRODUCT_PLAIN \r, \a, \b
	subs	t0, t0, \l\()0
	sbcs	t1, t1, \l\()1
	sbcs	t2, t2, \l\()2
	sbcs	t3, t3, \l\()3
	sbcs	\r\()0, \r\()0, \h\()0
	sbcs	\r\()1, \r\()1, \h\()1
	sbcs	\r\()2, \r\()2, \h\()2
	sbcs	\r\()3, \r\()3, \h\()3
	cset	\l\()0, cc
	// u = t1 + q0; c1 is kept in l1
	adds	t1, t1, t0
	cset	\l\()1, cs
	FE_REDUCE_LOW
	// q2 = t2 + m3 + c1; u = t3 + q2
	cmp	\l\()1, #1
	adcs	t2, t2, m3
	adcs	t3, t3, t2
	FE_REDUCE_HIGH
	FE_HIGH	\r
	// n = borrow - carry
	csetm	t0, cs
	add	t0, t0, \l\()0
	FE_FOLD_SIGNED \z, \r
.endm

// \z = 3/2*\a, by way of \h = (\a + odd*p)/2 < 2^256
.macro FE_THREE_HALVES z, a, h
	sbfx	t0, \a\()0, #0, #1
	lsl	t1, t0, #32
	and	t2, t0, #0xfffffffeffffffff
	adds	\h\()0, \a\()0, t0
	adcs	\h\()1, \a\()1, t1
	adcs	\h\()2, \a\()2, t0
	adcs	\h\()3, \a\()3, t2
	cset	t3, cs
	extr	\h\()0, \h\()1, \h\()0, #1
	extr	\h\()1, \h\()2, \h\()1, #1
	extr	\h\()2, \h\()3, \h\()2, #1
	extr	\h\()3, t3, \h\()3, #1
	FE_ADD	\z, \a, \h
.endm
