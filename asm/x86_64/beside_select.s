// Put before point_add_affine.s, makes it point_add_affine_select: r := a + b, and beside it z := row[index], one entry at each multiplier
//   fn point_add_affine_select(r: *mut [u64; 12], a: *const [u64; 12], b: *const [u64; 8],
//                              row: *const [u64; 8], index: usize, z: *mut [u64; 8])
//   32 entries of 64 bytes, index < 32.
//   Aliasing: r may equal a or b, z may equal b.  Stack: 272 bytes.  AVX2.
//   Registers: rcx = row, r8 = index, r9 = z; clobbers ymm0, ymm1, ymm4-ymm6, ymm10-ymm12 and what point_add_affine does.
//   Constant time: no branch, no address depends on *a, *b, index; every entry is read.
//   Method: d counts down from index; entry j is kept under the mask (d = j = 0).
//   Frame: [208] row;  [216] z.
//   Origin: written for this library.

.purgem FE_MULTIPLIER
.purgem BESIDE_BEGIN
.purgem BESIDE_END

// d = ymm4; ymm5 = 0; ymm6 = -1; the entry in ymm0, ymm1
.macro BESIDE_BEGIN
	mov	[rsp + 208], rcx
	mov	[rsp + 216], r9
	vmovq	xmm4, r8
	vpbroadcastq ymm4, xmm4
	vpxor	xmm5, xmm5, xmm5
	vpcmpeqd ymm6, ymm6, ymm6
	vpxor	xmm0, xmm0, xmm0
	vpxor	xmm1, xmm1, xmm1
.endm

.macro FE_MULTIPLIER x, at, i
	.if 4*\at + \i < 32
	mov	rdx, [rsp + 208]
	vpcmpeqq ymm10, ymm4, ymm5
	vpaddq	ymm4, ymm4, ymm6
	vpand	ymm11, ymm10, [rdx + 64*(4*\at + \i)]
	vpand	ymm12, ymm10, [rdx + 64*(4*\at + \i) + 32]
	vpor	ymm0, ymm0, ymm11
	vpor	ymm1, ymm1, ymm12
	.endif
	mov	rdx, \x
.endm

.macro BESIDE_END
	mov	rdx, [rsp + 216]
	vmovdqu	[rdx], ymm0
	vmovdqu	[rdx + 32], ymm1
	vzeroupper
.endm

