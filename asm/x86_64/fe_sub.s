// fe_sub: difference
//   z := x - y mod p                    x, y, z in [0, 2^256)
//   fn fe_sub(z: *mut [u64; 4], x: *const [u64; 4], y: *const [u64; 4])
//   Aliasing: z may equal x or y.  Stack: none.
//   Registers: rdi = z, rsi = x, rdx = y; clobbers rax, rcx, rdx, r8-r11 and flags.
//   Constant time: no branch, no address depends on *x, *y.
//   Method: x - y = r - n*2^256, and the multiple of p that the top limb tells is added.
//   Origin: written for this library.

	FE_LOAD	r8, r9, r10, r11, rsi, 0
	xor	eax, eax
	FE_SUB_MEMORY r8, r9, r10, r11, rdx, 0
	// n = borrow
	adc	rax, 0
	FE_FOLD_NEGATIVE r8, r9, r10, r11, rax, rcx, rdx
	FE_STORE rdi, 0, r8, r9, r10, r11
	ret
