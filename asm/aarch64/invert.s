// invert: inverse modulo an odd m < 2^256
//   z := c/x mod m                      x, z in [0, m); z = 0 for x = 0; gcd(x, m) = 1 otherwise
//   fn invert(z: *mut [u64; 4], x: *const [u64; 4], m: *const Modulus)
//   #[repr(C)] struct Modulus { limbs: [u64; 4], start: [u64; 4], minus_inverse: u64 }
//     start = 2^40*c mod m, in [0, m): c = 1 gives 1/x, c = R^2 the inverse in Montgomery form;  minus_inverse = -1/m mod 2^64
//   Aliasing: z may equal x.  Stack: 272 bytes.
//   Registers: x0 = z, x1 = x, x2 = m; clobbers x0-x17 and flags; x19-x28, x30 are kept in the frame.
//   Constant time: no branch, no address depends on *x; the loop counts batches.
//   Method: division steps (Bernstein and Yang, "Fast constant-time gcd computation and modular inversion", 2019), from
//     delta = 1/2, where 590 steps suffice (Wuille's hull computation, libsecp256k1); 10 batches of 60 are done:
//       D = 1;  (f, g) = (m, x);  (d, e) = (0, start)
//       ten times:
//         [u v; q r] = 2^60 * matrix of 60 steps, from D and the low words of f, g
//         (d, e) = (u*d + v*e, q*d + r*e)/2^64 mod m
//         (f, g) = (u*f + v*g, q*f + r*g)/2^60
//       z = f*d mod m                   f = 1 or -1; the tenth batch takes the sign of f from its low bits and updates d alone
//     After j batches  c*f = d*x * 2^(4j - 40),  c*g = e*x * 2^(4j - 40)  mod m.
//   Steps: D = 2*delta, odd; f and its row of the matrix share a word (s2n-bignum's packing), see INV_STEPS.
//   Signs: |u| + |v| <= 2^60, |q| + |r| <= 2^60. The matrix is kept as u' = u + 2^60, ..., in [0, 2^61], so that its products are
//     unsigned;  u*a + v*b = u'*a + v'*b - 2^60*(a + b),  whose last term both rows share.
//   Ranges: f, g, d, e are four limbs and a signed fifth.  |f|, |g| <= m, since rows of the matrix have norm 2^60 at most.
//     |d|, |e| < 16m/15:  u*d + v*e is below 2^60 * 16m/15 = 2^64 * m/15, and the k*m that clears its low limb has 0 <= k < 2^64:
//     the quotient is in (-m/15, 16m/15).
//     u' + v' <= 2^60 + 2^61 and |a|, |b| < 2^257: u'*a + v'*b and 2^60*(a + b) are below 2^319, five limbs signed.
//   Origin: written for this library.

fa0 .req x0
fa1 .req x1
fa2 .req x2
fa3 .req x3
fa4 .req x4
fb0 .req x5
fb1 .req x6
fb2 .req x7
fb3 .req x8
fb4 .req x9
ra0 .req x10
ra1 .req x11
ra2 .req x12
ra3 .req x13
ra4 .req x14
rb0 .req x15
rb1 .req x16
rb2 .req x17
rb3 .req x19
rb4 .req x20
mu .req x21
mv .req x22
mq .req x23
mr .req x24
t0 .req x25
t1 .req x26
t2 .req x27
t3 .req x28
modulus .req x30

wf .req x10
wg .req x11
wt .req x12
delta .req x13
half .req x14
batches .req x20

// \count <= 20 steps on the words wf = f - 2^21*u - 2^42*v and wg = g - 2^21*q - 2^42*r. A step is linear; it acts on the parts:
//     g odd, D > 0:   (D, f, g) = (2 - D, g, (g - f)/2)
//     else:           (D, f, g) = (2 + D, f, (g + (g mod 2)*f)/2)
// The parity of wg is that of g. The parts f, g, which begin with 20 bits, stay in (-2^20, 2^20). Those of the matrix begin as
// 2^20 * identity and keep |u| + |v|, |q| + |r| <= 2^20; as its rows are independent, a half sum or half difference of them has no
// entry of -2^20 or 2^20, so that all stay in (-2^20, 2^20], and the word of that sum before its halving in (-2^63, 2^63).
.macro INV_STEPS count
	// ne: g odd
	tst	wg, #1
.rept \count - 1
	INV_STEP
	tst	wg, #2
	asr	wg, wg, #1
.endr
	INV_STEP
	asr	wg, wg, #1
.endm

// One step but for the halving. ge: g odd and D > 0 (D is odd); lt is forced for g even.
.macro INV_STEP
	csel	wt, wf, xzr, ne
	ccmp	delta, #0, #8, ne
	cneg	delta, delta, ge
	cneg	wt, wt, ge
	csel	wf, wg, wf, ge
	add	wg, wg, wt
	add	delta, delta, #2
.endm

// (\u, \v) = (-u, -v) of the word \w; half = 2^20 + 2^41. With f in [-2^20, 2^20) and -u in [-2^20, 2^20):
//     0 <= f + 2^20 < 2^21,   0 <= f - 2^21*u + 2^20 + 2^41 < 2^42
.macro INV_PARTS u, v, w
	add	\u, \w, #0x100, lsl #12
	add	\v, \w, half
	sbfx	\u, \u, #21, #21
	asr	\v, \v, #42
.endm

// The words of f, g mod 2^20 and 2^20 * identity; the other bits of wf, wg are 0.
.macro INV_PACK
	orr	wf, wf, #0xfffffe0000000000
	orr	wg, wg, #0xc000000000000000
.endm

// [\s4..\s0] = \u*fa + \v*fb. Column i is \u*fa_i + \v*fb_i < 2^126, so that nothing leaves its upper word; the carry of limb i
// joins the lower word of column i + 1.
.macro INV_ROW s, u, v
	mul	\s\()0, fa0, \u
	mul	t0, fb0, \v
	umulh	\s\()1, fa0, \u
	umulh	t1, fb0, \v
	adds	\s\()0, \s\()0, t0
	mul	t0, fa1, \u
	adc	\s\()1, \s\()1, t1
	mul	t1, fb1, \v
	umulh	\s\()2, fa1, \u
	umulh	t2, fb1, \v
	adds	t0, t0, t1
	adc	\s\()2, \s\()2, t2
	adds	\s\()1, \s\()1, t0
	mul	t0, fa2, \u
	mul	t1, fb2, \v
	umulh	\s\()3, fa2, \u
	umulh	t2, fb2, \v
	adcs	t0, t0, t1
	adc	\s\()3, \s\()3, t2
	adds	\s\()2, \s\()2, t0
	mul	t0, fa3, \u
	mul	t1, fb3, \v
	umulh	\s\()4, fa3, \u
	umulh	t2, fb3, \v
	adcs	t0, t0, t1
	mul	t1, fa4, \u
	adc	\s\()4, \s\()4, t2
	madd	t1, fb4, \v, t1
	adds	\s\()3, \s\()3, t0
	adc	\s\()4, \s\()4, t1
.endm

// fa += fb
.macro INV_SUM
	adds	fa0, fa0, fb0
	adcs	fa1, fa1, fb1
	adcs	fa2, fa2, fb2
	adcs	fa3, fa3, fb3
	adc	fa4, fa4, fb4
.endm

// \z = \x - \y
.macro INV_SUB z, x, y
	subs	\z\()0, \x\()0, \y\()0
	sbcs	\z\()1, \x\()1, \y\()1
	sbcs	\z\()2, \x\()2, \y\()2
	sbcs	\z\()3, \x\()3, \y\()3
	sbc	\z\()4, \x\()4, \y\()4
.endm

// fb = 2^60 * (fa + fb)
.macro INV_SUM_SHIFTED
	INV_SUM
	lsl	fb0, fa0, #60
	extr	fb1, fa1, fa0, #4
	extr	fb2, fa2, fa1, #4
	extr	fb3, fa3, fa2, #4
	extr	fb4, fa4, fa3, #4
.endm

// \s = floor(\s/2^60)
.macro INV_SHIFT s
	extr	\s\()0, \s\()1, \s\()0, #60
	extr	\s\()1, \s\()2, \s\()1, #60
	extr	\s\()2, \s\()3, \s\()2, #60
	extr	\s\()3, \s\()4, \s\()3, #60
	asr	\s\()4, \s\()4, #60
.endm

// (fa3..fa0, fa4) = (m, -1/m mod 2^64)
.macro INV_LOAD_MODULUS
	ldp	fa0, fa1, [modulus]
	ldp	fa2, fa3, [modulus, #16]
	ldr	fa4, [modulus, #64]
.endm

// [\s0, \s4..\s1] = (\s + k*m)/2^64 for the k in [0, 2^64) that makes it exact. The low limbs add up to 0 or 2^64: a carry if
// \s0 > 0. k*m < 2^320: its top limb takes the carry.
.macro INV_REDUCE s
	mul	t0, \s\()0, fa4
	umulh	fb0, t0, fa0
	mul	t1, t0, fa1
	umulh	fb1, t0, fa1
	mul	t2, t0, fa2
	umulh	fb2, t0, fa2
	mul	t3, t0, fa3
	umulh	fb3, t0, fa3
	adds	t1, t1, fb0
	adcs	t2, t2, fb1
	adcs	t3, t3, fb2
	adc	fb3, fb3, xzr
	cmp	\s\()0, #1
	asr	\s\()0, \s\()4, #63
	adcs	\s\()1, \s\()1, t1
	adcs	\s\()2, \s\()2, t2
	adcs	\s\()3, \s\()3, t3
	adcs	\s\()4, \s\()4, fb3
	adc	\s\()0, \s\()0, xzr
.endm

	hint	#34
	// Frame: 0 f, g (fifth limbs last); 80 d, e likewise; 160 D, batches; 176 z, x30; 192 x19-x28
	sub	sp, sp, #272
	stp	x0, x30, [sp, #176]
	stp	x19, x20, [sp, #192]
	stp	x21, x22, [sp, #208]
	stp	x23, x24, [sp, #224]
	stp	x25, x26, [sp, #240]
	stp	x27, x28, [sp, #256]
	// D = 1; (d, e) = (0, start); (f, g) = (m, x)
	mov	modulus, x2
	ldp	fb0, fb1, [x1]
	ldp	fb2, fb3, [x1, #16]
	ldp	t0, t1, [modulus, #32]
	ldp	t2, t3, [modulus, #48]
	stp	xzr, xzr, [sp, #80]
	stp	xzr, xzr, [sp, #96]
	stp	t0, t1, [sp, #112]
	stp	t2, t3, [sp, #128]
	stp	xzr, xzr, [sp, #144]
	ldp	fa0, fa1, [modulus]
	ldp	fa2, fa3, [modulus, #16]
	mov	fa4, #0
	mov	fb4, #0
	mov	delta, #1
	mov	batches, #10
	mov	half, #0x100000
	movk	half, #0x200, lsl #32

	// Steps 1 to 20: -[mu mv; mq mr]
1:	and	wf, fa0, #0xfffff
	and	wg, fb0, #0xfffff
	INV_PACK
	INV_STEPS 20
	INV_PARTS mu, mv, wf
	INV_PARTS mq, mr, wg
	// f, g mod 2^20 after them
	mneg	wf, mu, fa0
	mneg	wg, mq, fa0
	msub	wf, mv, fb0, wf
	msub	wg, mr, fb0, wg
	ubfx	wf, wf, #20, #20
	ubfx	wg, wg, #20, #20
	// Steps 21 to 40: -[t0 t1; t2 t3]
	INV_PACK
	INV_STEPS 20
	INV_PARTS t0, t1, wf
	INV_PARTS t2, t3, wg
	// Both: [rb0 rb1; rb2 rb3] = [t0 t1; t2 t3] * [mu mv; mq mr]
	mul	rb0, t0, mu
	mul	rb1, t0, mv
	mul	rb2, t2, mu
	mul	rb3, t2, mv
	madd	rb0, t1, mq, rb0
	madd	rb1, t1, mr, rb1
	madd	rb2, t3, mq, rb2
	madd	rb3, t3, mr, rb3
	// f, g mod 2^20 after them
	mul	wf, rb0, fa0
	mul	wg, rb2, fa0
	madd	wf, rb1, fb0, wf
	madd	wg, rb3, fb0, wg
	ubfx	wf, wf, #40, #20
	ubfx	wg, wg, #40, #20
	// Steps 41 to 60: -[t0 t1; t2 t3]
	INV_PACK
	INV_STEPS 20
	INV_PARTS t0, t1, wf
	INV_PARTS t2, t3, wg
	// All: [mu mv; mq mr] = [t0 t1; t2 t3] * [rb0 rb1; rb2 rb3], and 2^60 on each
	mov	wt, #0x1000000000000000
	msub	mu, t0, rb0, wt
	msub	mv, t0, rb1, wt
	msub	mq, t2, rb0, wt
	msub	mr, t2, rb1, wt
	msub	mu, t1, rb2, mu
	msub	mv, t1, rb3, mv
	msub	mq, t3, rb2, mq
	msub	mr, t3, rb3, mr
	sub	batches, batches, #1
	cbz	batches, 2f

	stp	delta, batches, [sp, #160]
	// (d, e)
	stp	fa0, fa1, [sp]
	stp	fa2, fa3, [sp, #16]
	stp	fb0, fb1, [sp, #32]
	stp	fb2, fb3, [sp, #48]
	stp	fa4, fb4, [sp, #64]
	ldp	fa0, fa1, [sp, #80]
	ldp	fa2, fa3, [sp, #96]
	ldp	fb0, fb1, [sp, #112]
	ldp	fb2, fb3, [sp, #128]
	ldp	fa4, fb4, [sp, #144]
	INV_ROW	ra, mu, mv
	INV_ROW	rb, mq, mr
	INV_SUM_SHIFTED
	INV_SUB	ra, ra, fb
	INV_SUB	rb, rb, fb
	INV_LOAD_MODULUS
	INV_REDUCE ra
	INV_REDUCE rb
	stp	ra1, ra2, [sp, #80]
	stp	ra3, ra4, [sp, #96]
	stp	rb1, rb2, [sp, #112]
	stp	rb3, rb4, [sp, #128]
	stp	ra0, rb0, [sp, #144]
	// (f, g)
	ldp	fa0, fa1, [sp]
	ldp	fa2, fa3, [sp, #16]
	ldp	fb0, fb1, [sp, #32]
	ldp	fb2, fb3, [sp, #48]
	ldp	fa4, fb4, [sp, #64]
	INV_ROW	ra, mu, mv
	INV_ROW	rb, mq, mr
	INV_SHIFT ra
	INV_SHIFT rb
	INV_SUM
	INV_SUB	fb, rb, fa
	INV_SUB	fa, ra, fa
	ldp	delta, batches, [sp, #160]
	mov	half, #0x100000
	movk	half, #0x200, lsl #32
	b	1b

	// 2^60 * f = u*f + v*g, where f = 1 or -1: bit 61 is set for -1. (u, v) = f*(u, v).
2:	sub	mu, mu, wt
	sub	mv, mv, wt
	mul	t0, mu, fa0
	madd	t0, mv, fb0, t0
	tst	t0, #0x2000000000000000
	cneg	mu, mu, ne
	cneg	mv, mv, ne
	add	mu, mu, wt
	add	mv, mv, wt
	// d in (-m/15, 16m/15)
	ldp	fa0, fa1, [sp, #80]
	ldp	fa2, fa3, [sp, #96]
	ldp	fb0, fb1, [sp, #112]
	ldp	fb2, fb3, [sp, #128]
	ldp	fa4, fb4, [sp, #144]
	INV_ROW	ra, mu, mv
	INV_SUM_SHIFTED
	INV_SUB	ra, ra, fb
	INV_LOAD_MODULUS
	INV_REDUCE ra
	// d += m if d < 0: in [0, 16m/15)
	and	t0, fa0, ra0, asr #63
	and	t1, fa1, ra0, asr #63
	and	t2, fa2, ra0, asr #63
	and	t3, fa3, ra0, asr #63
	adds	ra1, ra1, t0
	adcs	ra2, ra2, t1
	adcs	ra3, ra3, t2
	adcs	ra4, ra4, t3
	adc	ra0, ra0, xzr
	// z = d - m if that is not negative, else d
	subs	t0, ra1, fa0
	sbcs	t1, ra2, fa1
	sbcs	t2, ra3, fa2
	sbcs	t3, ra4, fa3
	sbcs	ra0, ra0, xzr
	csel	t0, t0, ra1, cs
	csel	t1, t1, ra2, cs
	csel	t2, t2, ra3, cs
	csel	t3, t3, ra4, cs
	ldp	x0, x30, [sp, #176]
	stp	t0, t1, [x0]
	stp	t2, t3, [x0, #16]
	ldp	x19, x20, [sp, #192]
	ldp	x21, x22, [sp, #208]
	ldp	x23, x24, [sp, #224]
	ldp	x25, x26, [sp, #240]
	ldp	x27, x28, [sp, #256]
	add	sp, sp, #272
	ret

.unreq fa0
.unreq fa1
.unreq fa2
.unreq fa3
.unreq fa4
.unreq fb0
.unreq fb1
.unreq fb2
.unreq fb3
.unreq fb4
.unreq ra0
.unreq ra1
.unreq ra2
.unreq ra3
.unreq ra4
.unreq rb0
.unreq rb1
.unreq rb2
.unreq rb3
.unreq rb4
.unreq mu
.unreq mv
.unreq mq
.unreq mr
.unreq t0
.unreq t1
.unreq t2
.unreq t3
.unreq modulus
.unreq wf
.unreq wg
.unreq wt
.unreq delta
.unreq half
.unreq batches
.purgem INV_STEPS
.purgem INV_STEP
.purgem INV_PARTS
.purgem INV_PACK
.purgem INV_ROW
.purgem INV_SUM
.purgem INV_SUB
.purgem INV_SUM_SHIFTED
.purgem INV_SHIFT
.purgem INV_LOAD_MODULUS
.purgem INV_REDUCE
