// table_select: one row entry
//   z := row[index]                     entries of 64 bytes, index < entries
//   fn table_select(z: *mut [u64; 8], row: *const [u64; 8], entries: usize, index: usize)
//   Aliasing: z may equal row.  Stack: none.  AVX2.
//   Registers: rdi = z, rsi = row, rdx = entries (public, may be 0), rcx = index; clobbers rax, rdx, rsi, ymm0-ymm15 and flags.
//   Constant time: no branch, no address depends on index; every entry is read.
//   Method: d counts down from index, 4 entries a turn; entry j is kept under the mask (d = j).
//   Origin: written for this library.

	// d = ymm4; ymm5, ymm6, ymm7 = 0, 1, 2; ymm8 = 3; ymm9 = 4; the sums in ymm0, ymm1 and ymm2, ymm3
	vmovq	xmm4, rcx
	vpbroadcastq ymm4, xmm4
	vpcmpeqd ymm6, ymm6, ymm6
	vpsrlq	ymm6, ymm6, 63
	vpaddq	ymm7, ymm6, ymm6
	vpaddq	ymm8, ymm7, ymm6
	vpaddq	ymm9, ymm7, ymm7
	vpxor	xmm5, xmm5, xmm5
	vpxor	xmm0, xmm0, xmm0
	vpxor	xmm1, xmm1, xmm1
	vpxor	xmm2, xmm2, xmm2
	vpxor	xmm3, xmm3, xmm3
	// entries mod 4 one by one
	mov	eax, edx
	and	eax, 3
	jz	3f
2:	vpcmpeqq ymm10, ymm4, ymm5
	vpsubq	ymm4, ymm4, ymm6
	vpand	ymm11, ymm10, [rsi]
	vpand	ymm12, ymm10, [rsi + 32]
	vpor	ymm0, ymm0, ymm11
	vpor	ymm1, ymm1, ymm12
	add	rsi, 64
	dec	eax
	jnz	2b
	// four by four
3:	shr	rdx, 2
	jz	5f
4:	vpcmpeqq ymm10, ymm4, ymm5
	vpand	ymm11, ymm10, [rsi]
	vpand	ymm12, ymm10, [rsi + 32]
	vpor	ymm0, ymm0, ymm11
	vpor	ymm1, ymm1, ymm12
	vpcmpeqq ymm13, ymm4, ymm6
	vpand	ymm14, ymm13, [rsi + 64]
	vpand	ymm15, ymm13, [rsi + 96]
	vpor	ymm2, ymm2, ymm14
	vpor	ymm3, ymm3, ymm15
	vpcmpeqq ymm10, ymm4, ymm7
	vpand	ymm11, ymm10, [rsi + 128]
	vpand	ymm12, ymm10, [rsi + 160]
	vpor	ymm0, ymm0, ymm11
	vpor	ymm1, ymm1, ymm12
	vpcmpeqq ymm13, ymm4, ymm8
	vpand	ymm14, ymm13, [rsi + 192]
	vpand	ymm15, ymm13, [rsi + 224]
	vpor	ymm2, ymm2, ymm14
	vpor	ymm3, ymm3, ymm15
	vpsubq	ymm4, ymm4, ymm9
	add	rsi, 256
	dec	rdx
	jnz	4b
5:	vpor	ymm0, ymm0, ymm2
	vpor	ymm1, ymm1, ymm3
	vmovdqu	[rdi], ymm0
	vmovdqu	[rdi + 32], ymm1
	vzeroupper
	ret
