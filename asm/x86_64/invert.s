// invert: inverse modulo an odd m < 2^256
//   z := c/x mod m                      x, z in [0, m); z = 0 for x = 0; gcd(x, m) = 1 otherwise
//   extern "sysv64" fn invert(z: *mut [u64; 4], x: *const [u64; 4], m: *const Modulus)
//   #[repr(C)] struct Modulus { limbs: [u64; 4], start: [u64; 4], minus_inverse: u64 }
//     start = 2^40*c mod m, in [0, m): c = 1 gives 1/x, c = R^2 the inverse in Montgomery form;  minus_inverse = -1/m mod 2^64
//   Aliasing: z may equal x.  Stack: 544 bytes.  Needs BMI2 and ADX.
//   Registers: rdi = z, rsi = x, rdx = m; clobbers rax, rcx, rdx, rsi, rdi, r8-r11 and flags; rbx, rbp, r12-r15 are saved.
//   Constant time: no branch, no address depends on *x; the loops count batches and, in the first chunk, steps.
//   Method: division steps (Bernstein and Yang, "Fast constant-time gcd computation and modular inversion", 2019), from
//     delta = 1/2, where 590 steps suffice (Wuille's hull computation, libsecp256k1): 10 batches of 59.
//       Z = -1;  (f, g) = (m, x);  (d, e) = (0, start)
//       ten times:
//         [u v; q r] = 2^60 * matrix of 59 steps, from Z and the low words of f, g
//         (f, g) = (u*f + v*g, q*f + r*g)/2^60
//         (d, e) = (u*d + v*e, q*d + r*e)/2^64 mod m
//       z = f*d mod m                   f = 1 or -1
//     After j batches  c*f = d*x * 2^(4j - 40),  c*g = e*x * 2^(4j - 40)  mod m.
//   Steps: Z = -(delta + 1/2). A batch is chunks of 20, 20 and 19 steps, in which f and its row of the matrix share a word
//     (s2n-bignum's packing), see INV_STEP. Steps are one chain of dependent instructions, which leaves the multiplier idle. So
//     what a batch multiplies stands between the steps of the next, in parts with no flag live at either end:
//         chunk 1    the matrix of the batch before; f, g after it
//         chunk 2    f, g after chunk 1, with more bits; the row of d
//         chunk 3    chunk 2 * chunk 1; the row of e
//     The last batch takes the sign of f from its low bits and computes d alone, with no steps beside it.
//   Signs of the chunks: each chunk computes minus its matrix. That is as good: (-f, -g) takes the same steps as (f, g), and (d, e)
//     changes its sign together with (f, g).
//   First batch: no (d, e) is due. It is given (start - m, start) and the matrix [0 0; -2^63 -2^63], which make (0, m - start) of
//     them: the second row is 2^63*(m - 2*start), below 2^319 in size, and k = 2^63 clears its low limb. So d, e have the signs
//     opposite to those above, mod m, throughout, and z = -f*d.
//   Signs of the matrix: |u| + |v| <= 2^60, |q| + |r| <= 2^60. It is kept as u' = u + 2^63, ..., in [0, 2^64), so that its
//     products are unsigned;  u*a + v*b = u'*a + v'*b - 2^63*(a + b),  whose last term both rows share.
//   Ranges: f, g, d, e are four limbs and a signed fifth.  |f|, |g| <= m, since rows of the matrix have norm 2^60 at most: the
//     fifth limb is 0 or -1.
//     |d|, |e| < 16m/15:  u*d + v*e is below 2^60 * 16m/15 = 2^64 * m/15, and the k*m that clears its low limb has 0 <= k < 2^64:
//     the quotient is in (-m/15, 16m/15).
//     |u*a + v*b| < 2^60 * 2^257, five limbs signed: it is computed mod 2^320.
//   Frame: 0 0, 2^40 + 2^19, 2^41 + 2^20, -2^40, -2^62;  40 f;  80 g;  120 2^63*(a + b);  160 f, g after chunk 1;
//     176 2^20*f, 2^20*g after chunk 2;  192 u' v' q' r';  224 chunk 1;  256 chunk 2, 3;  288 chunk 2 * chunk 1;  320 d;  360 e;
//     400 the row of f or of d, until the other row has read these;  440 m, -1/m;  480 batches;  488 z
//   Origin: written for this library.

// One step, on the words wf = f - 2^21*u - 2^42*v and wg = g - 2^21*q - 2^42*r. A step is linear; it acts on the parts:
//     g odd, Z < 0:   (Z, f, g) = (-Z - 2, g, (g - f)/2)
//     else:           (Z, f, g) = (Z - 1, f, (g + (g mod 2)*f)/2)
// The parity of wg is that of g. The parts f, g, which begin with 20 bits, stay in (-2^20, 2^20). Those of the matrix begin as
// 2^20 * identity and keep |u| + |v|, |q| + |r| <= 2^20; as its rows are independent, a half sum or half difference of them has no
// entry of -2^20 or 2^20, so that all stay in (-2^20, 2^20]. Chunk 3, a step less, thus gives twice its matrix.
//     rcx = Z,  rsi = floor(wf/2),  \g = wg,  \c = floor(w/2) for the odd w = -wf if Z < 0, else wf:  floor(-wf/2) = ~rsi
// The shift leaves g mod 2 in CF:  (wg + w)/2 = floor(wg/2) + floor(w/2) + 1.  SF of Z and the rotated wg: g odd and Z < 0.
// After the step wg is in \c, and the next \c in \g.
.macro INV_STEP g, c
	INV_STEP_LAST \g, \c
	mov	\g, rsi
	not	\g
	sub	rcx, 1
	cmovns	\g, rsi
.endm

// The same but for Z - 1 and the next \c.
.macro INV_STEP_LAST g, c
	rorx	rbx, \g, 1
	sar	\g, 1
	cmovnc	\c, [rsp]
	mov	rbp, rcx
	not	rbp
	adc	\c, \g
	test	rcx, rbx
	cmovs	rcx, rbp
	cmovs	rsi, \g
.endm

.macro INV_STEPS pairs
.rept \pairs
	INV_STEP rdi, rax
	INV_STEP rax, rdi
.endr
.endm

// The words of f, g mod 2^20 and 2^20 * identity, where rsi = 2^\k*f, rdi = 2^\k*g; and c.
.macro INV_PACK k
	shr	rsi, \k + 1
	shr	rdi, \k
	and	esi, 0x7ffff
	and	edi, 0xfffff
	add	rsi, [rsp + 24]
	add	rdi, [rsp + 32]
	mov	rax, rsi
	not	rax
	test	rcx, rcx
	cmovns	rax, rsi
.endm

// The end of a chunk, with wg in \g, and the beginning of the next:  [\t] = -[u v; q r];  r10, r8 = it * (\f, \g0);  INV_PACK \k.
// With f in [-2^20, 2^20) and -u in [-2^20, 2^20):
//     0 <= f + 2^20 < 2^21,   0 <= f - 2^21*u + 2^20 + 2^41 < 2^42
.macro INV_NEXT g, t, f, g0, k
	sub	rcx, 1
	lea	rbp, [rsi + 0x80000]
	lea	rbx, [\g + 0x100000]
	add	rsi, [rsp + 8]
	add	\g, [rsp + 16]
	mov	r8, [rsp + \f]
	mov	r9, [rsp + \g0]
	sar	rsi, 41
	sar	\g, 42
	shl	rbp, 23
	shl	rbx, 22
	sar	rbp, 43
	sar	rbx, 43
	mov	r10, r8
	mov	r11, r9
	imul	r11, rsi
	imul	r9, \g
	imul	r10, rbp
	imul	r8, rbx
	mov	[rsp + \t], rbp
	mov	[rsp + \t + 8], rsi
	mov	[rsp + \t + 16], rbx
	mov	[rsp + \t + 24], \g
	add	r10, r11
	add	r8, r9
	mov	rsi, r10
	mov	rdi, r8
	INV_PACK \k
.endm

// (r8, r10) = row \s of a matrix * matrix \t
.macro INV_COMPOSE s, t
	mov	r10, [rsp + \s]
	mov	r11, [rsp + \s + 8]
	mov	r8, [rsp + \t]
	mov	r9, [rsp + \t + 16]
	imul	r8, r10
	imul	r9, r11
	imul	r10, [rsp + \t + 8]
	imul	r11, [rsp + \t + 24]
	add	r8, r9
	add	r10, r11
.endm

// Row \i/16 of chunk 2 * chunk 1.
.macro INV_COMPOSE_TWO i
	INV_COMPOSE 256 + \i, 224
	mov	[rsp + 288 + \i], r8
	mov	[rsp + 296 + \i], r10
.endm

// Row \i/16 of chunk 3 * chunk 2 * chunk 1, and 2^63 on each.
.macro INV_COMPOSE_ALL i
	INV_COMPOSE 256 + \i, 288
	mov	rdx, 0x8000000000000000
	xor	r8, rdx
	xor	r10, rdx
	mov	[rsp + 192 + \i], r8
	mov	[rsp + 200 + \i], r10
.endm

// [\z] = f or g after chunk 1 mod 2^64, from its row at \s. The products of f, g mod 2^40 are exact, below 2^60 in sum; the eight
// bytes from the fifth on are bits 40 to 103. INV_NEXT has 44 bits of f, g after the first chunk; from 64 bits, 44 are left after
// the second and 24 after the third, where 20 are needed.
.macro INV_AFTER_FIRST z, s
	mov	r10, [rsp + \s]
	mov	r11, [rsp + \s + 8]
	mov	rdx, 0xffffffffff
	mov	r8, [rsp + 40]
	mov	r9, [rsp + 80]
	and	r8, rdx
	and	r9, rdx
	imul	r8, r10
	imul	r9, r11
	imul	r10, [rsp + 40 + 5]
	imul	r11, [rsp + 80 + 5]
	add	r8, r9
	add	r10, r11
	sar	r8, 20
	shl	r10, 20
	add	r8, r10
	mov	[rsp + \z], r8
.endm

// 2^63 * (a + b) mod 2^320, for a at \a and b behind it.
.macro INV_OFFSET a
	mov	r8, [rsp + \a]
	mov	r9, [rsp + \a + 8]
	mov	r10, [rsp + \a + 16]
	mov	r11, [rsp + \a + 24]
	mov	r12, [rsp + \a + 32]
	add	r8, [rsp + \a + 40]
	adc	r9, [rsp + \a + 48]
	adc	r10, [rsp + \a + 56]
	adc	r11, [rsp + \a + 64]
	adc	r12, [rsp + \a + 72]
	mov	r13, r8
	shl	r13, 63
	shrd	r8, r9, 1
	shrd	r9, r10, 1
	shrd	r10, r11, 1
	shrd	r11, r12, 1
	INV_STORE 120, r13, r8, r9, r10, r11
.endm

// [r12..r8] = u'*a, mod 2^320. The product of the fifth limb: \op, \join are imul, add in general; and, sub if it is 0 or -1.
.macro INV_ROW_LEFT a, u, op, join
	mov	rdx, [rsp + \u]
	mov	r15, [rsp + \a + 32]
	mulx	r9, r8, [rsp + \a]
	mulx	r10, r13, [rsp + \a + 8]
	mulx	r11, r14, [rsp + \a + 16]
	\op	r15, rdx
	add	r9, r13
	adc	r10, r14
	mulx	r12, r13, [rsp + \a + 24]
	adc	r11, r13
	adc	r12, 0
	\join	r12, r15
.endm

// [r12..r8] += v'*b, likewise.
.macro INV_ROW_RIGHT b, v, op, join
	mov	rdx, [rsp + \v]
	mov	r15, [rsp + \b + 32]
	\op	r15, rdx
	xor	r13d, r13d
	mulx	r14, r13, [rsp + \b]
	adcx	r8, r13
	adox	r9, r14
	mulx	r14, r13, [rsp + \b + 8]
	adcx	r9, r13
	adox	r10, r14
	mulx	r14, r13, [rsp + \b + 16]
	adcx	r10, r13
	adox	r11, r14
	mulx	r14, r13, [rsp + \b + 24]
	adcx	r11, r13
	adox	r12, r14
	adc	r12, 0
	\join	r12, r15
.endm

// [r12..r8] -= 2^63 * (a + b)
.macro INV_ROW_END
	sub	r8, [rsp + 120]
	sbb	r9, [rsp + 128]
	sbb	r10, [rsp + 136]
	sbb	r11, [rsp + 144]
	sbb	r12, [rsp + 152]
.endm

// [r12..r8] = floor([r12..r8]/2^60)
.macro INV_SHIFT
	lea	r13, [r9 + r9]
	shr	r8, 60
	lea	r14, [r10 + r10]
	shr	r9, 60
	lea	r15, [r11 + r11]
	shr	r10, 60
	lea	rdx, [r12 + r12]
	shr	r11, 60
	sar	r12, 60
	lea	r8, [r8 + 8*r13]
	lea	r9, [r9 + 8*r14]
	lea	r10, [r10 + 8*r15]
	lea	r11, [r11 + 8*rdx]
.endm

// [r15, r12..r9] = ([r12..r8] + k*m)/2^64 for the k in [0, 2^64) that makes it exact; r8 becomes 0.
.macro INV_REDUCE
	mov	rdx, r8
	mov	r15, r12
	imul	rdx, [rsp + 472]
	sar	r15, 63
	xor	r13d, r13d
	mulx	r14, r13, [rsp + 440]
	adcx	r8, r13
	adox	r9, r14
	mulx	r14, r13, [rsp + 448]
	adcx	r9, r13
	adox	r10, r14
	mulx	r14, r13, [rsp + 456]
	adcx	r10, r13
	adox	r11, r14
	mulx	r14, r13, [rsp + 464]
	adcx	r11, r13
	adox	r12, r14
	adcx	r12, r8
	adox	r15, r8
	adcx	r15, r8
.endm

.macro INV_LOAD a
	mov	r8, [rsp + \a]
	mov	r9, [rsp + \a + 8]
	mov	r10, [rsp + \a + 16]
	mov	r11, [rsp + \a + 24]
	mov	r12, [rsp + \a + 32]
.endm

.macro INV_STORE a, s0, s1, s2, s3, s4
	mov	[rsp + \a], \s0
	mov	[rsp + \a + 8], \s1
	mov	[rsp + \a + 16], \s2
	mov	[rsp + \a + 24], \s3
	mov	[rsp + \a + 32], \s4
.endm

	push	rbp
	push	rbx
	push	r12
	push	r13
	push	r14
	push	r15
	sub	rsp, 496
	mov	[rsp + 488], rdi
	// (f, g) = (m, x)
	xor	eax, eax
	mov	r8, [rdx]
	mov	r9, [rdx + 8]
	mov	r10, [rdx + 16]
	mov	r11, [rdx + 24]
	mov	r12, [rdx + 64]
	INV_STORE 40, r8, r9, r10, r11, rax
	INV_STORE 440, r8, r9, r10, r11, r12
	mov	rdi, [rsi]
	mov	r9, [rsi + 8]
	mov	r10, [rsi + 16]
	mov	r11, [rsi + 24]
	INV_STORE 80, rdi, r9, r10, r11, rax
	mov	rsi, r8
	// d = start - m, e = start, [u v; q r] = [0 0; -2^63 -2^63]
	mov	r8, [rdx + 32]
	mov	r9, [rdx + 40]
	mov	r10, [rdx + 48]
	mov	r11, [rdx + 56]
	INV_STORE 360, r8, r9, r10, r11, rax
	sub	r8, [rdx]
	sbb	r9, [rdx + 8]
	sbb	r10, [rdx + 16]
	sbb	r11, [rdx + 24]
	mov	r12, -1
	INV_STORE 320, r8, r9, r10, r11, r12
	mov	r8, 0x8000000000000000
	mov	[rsp + 192], r8
	mov	[rsp + 200], r8
	mov	[rsp + 208], rax
	mov	[rsp + 216], rax
	mov	r8, 0x10000080000
	lea	r9, [r8 + r8]
	mov	r10, 0xffffff0000000000
	mov	r11, 0xc000000000000000
	INV_STORE 0, rax, r8, r9, r10, r11
	mov	qword ptr [rsp + 480], 10
	// Z = -1; chunk 1 of the first batch
	mov	rcx, -1
	INV_PACK 0
	mov	r8d, 9
2:	INV_STEPS 1
	sub	r8d, 1
	jnz	2b
	INV_STEP rdi, rax
	INV_STEP_LAST rax, rdi

3:	INV_NEXT rdi, 224, 40, 80, 20
	// Chunk 2
	INV_STEPS 1
	INV_AFTER_FIRST 160, 224
	INV_STEPS 2
	INV_AFTER_FIRST 168, 240
	INV_STEPS 2
	INV_OFFSET 320
	INV_STEPS 1
	INV_ROW_LEFT 320, 192, imul, add
	INV_STEPS 2
	INV_ROW_RIGHT 360, 200, imul, add
	INV_STEPS 1
	INV_ROW_END
	INV_STORE 400, r8, r9, r10, r11, r12
	INV_STEP rdi, rax
	INV_STEP_LAST rax, rdi
	INV_NEXT rdi, 256, 160, 168, 20
	mov	[rsp + 176], r10
	mov	[rsp + 184], r8
	// Chunk 3
	INV_STEPS 1
	INV_COMPOSE_TWO 0
	INV_STEPS 2
	INV_COMPOSE_TWO 16
	INV_STEPS 1
	INV_ROW_LEFT 320, 208, imul, add
	INV_STEPS 1
	INV_ROW_RIGHT 360, 216, imul, add
	INV_STEPS 1
	INV_ROW_END
	INV_STEPS 1
	INV_REDUCE
	INV_STORE 360, r9, r10, r11, r12, r15
	INV_STEPS 2
	INV_LOAD 400
	INV_REDUCE
	INV_STORE 320, r9, r10, r11, r12, r15
	INV_STEP_LAST rdi, rax
	INV_NEXT rax, 256, 176, 184, 40
	sub	qword ptr [rsp + 480], 1
	jz	4f
	// Chunk 1 of the next batch
	INV_STEPS 1
	INV_COMPOSE_ALL 0
	INV_STEPS 1
	INV_COMPOSE_ALL 16
	INV_STEPS 1
	INV_OFFSET 40
	INV_STEPS 1
	INV_ROW_LEFT 40, 192, and, sub
	INV_STEPS 1
	INV_ROW_RIGHT 80, 200, and, sub
	INV_STEPS 1
	INV_ROW_END
	INV_STORE 400, r8, r9, r10, r11, r12
	INV_ROW_LEFT 40, 208, and, sub
	INV_STEPS 1
	INV_ROW_RIGHT 80, 216, and, sub
	INV_STEPS 1
	INV_ROW_END
	INV_SHIFT
	INV_STORE 80, r8, r9, r10, r11, r12
	INV_STEPS 1
	INV_LOAD 400
	INV_SHIFT
	INV_STORE 40, r8, r9, r10, r11, r12
	INV_STEP rdi, rax
	INV_STEP_LAST rax, rdi
	jmp	3b

	// r10 = 2^40*f, where f = 1 or -1: (u, v) = -f*(u, v)
4:	mov	rdi, r10
	sar	rdi, 63
	not	rdi
	INV_COMPOSE 256, 288
	xor	r8, rdi
	xor	r10, rdi
	sub	r8, rdi
	sub	r10, rdi
	mov	rdx, 0x8000000000000000
	xor	r8, rdx
	xor	r10, rdx
	mov	[rsp + 192], r8
	mov	[rsp + 200], r10
	// d in (-m/15, 16m/15)
	INV_OFFSET 320
	INV_ROW_LEFT 320, 192, imul, add
	INV_ROW_RIGHT 360, 200, imul, add
	INV_ROW_END
	INV_REDUCE
	// d += m if d < 0: in [0, 16m/15)
	mov	rax, r15
	sar	rax, 63
	mov	rbx, rax
	mov	rcx, rax
	mov	rdx, rax
	and	rax, [rsp + 440]
	and	rbx, [rsp + 448]
	and	rcx, [rsp + 456]
	and	rdx, [rsp + 464]
	add	r9, rax
	adc	r10, rbx
	adc	r11, rcx
	adc	r12, rdx
	adc	r15, 0
	// z = d - m if that is not negative, else d
	mov	rax, r9
	mov	rbx, r10
	mov	rcx, r11
	mov	rdx, r12
	sub	rax, [rsp + 440]
	sbb	rbx, [rsp + 448]
	sbb	rcx, [rsp + 456]
	sbb	rdx, [rsp + 464]
	sbb	r15, 0
	cmovc	rax, r9
	cmovc	rbx, r10
	cmovc	rcx, r11
	cmovc	rdx, r12
	mov	rdi, [rsp + 488]
	mov	[rdi], rax
	mov	[rdi + 8], rbx
	mov	[rdi + 16], rcx
	mov	[rdi + 24], rdx
	add	rsp, 496
	pop	r15
	pop	r14
	pop	r13
	pop	r12
	pop	rbx
	pop	rbp
	ret

.purgem INV_STEP
.purgem INV_STEP_LAST
.purgem INV_STEPS
.purgem INV_PACK
.purgem INV_NEXT
.purgem INV_COMPOSE
.purgem INV_COMPOSE_TWO
.purgem INV_COMPOSE_ALL
.purgem INV_AFTER_FIRST
.purgem INV_OFFSET
.purgem INV_ROW_LEFT
.purgem INV_ROW_RIGHT
.purgem INV_ROW_END
.purgem INV_SHIFT
.purgem INV_REDUCE
.purgem INV_LOAD
.purgem INV_STORE
