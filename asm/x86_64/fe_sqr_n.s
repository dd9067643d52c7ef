// fe_sqr_n: n Montgomery squarings in a row
//   z := x^(2^n) / 2^(256*(2^n - 1)) mod p   x, z in [0, 2^256)
//   fn fe_sqr_n(z: *mut [u64; 4], x: *const [u64; 4], n: usize)
//   Aliasing: z may equal x.  Stack: 56 bytes (rbx, rbp, r12-r15; n).
//   Registers: rdi = z, rsi = x, rdx = n (public, may be 0); clobbers rax, rcx, rdx, rsi, r8-r11 and flags.
//   Constant time: branches on n alone; no address depends on *x.
//   Method: fe_sqr, from registers to registers.
//   Origin: written for this library.

	FE_ENTER
	push	rdx
	FE_LOAD	r12, r13, r14, r15, rsi, 0
	// n = 0
	test	rdx, rdx
	jz	3f
2:	mov	rsi, r15
	FE_SQR	r12, r13, r14, rsi
	dec	qword ptr [rsp]
	jnz	2b
3:	FE_STORE rdi, 0, r12, r13, r14, r15
	pop	rdx
	FE_LEAVE
	ret
