// fe_sqr: Montgomery square
//   z := x^2 / 2^256 mod p              x, z in [0, 2^256)
//   fn fe_sqr(z: *mut [u64; 4], x: *const [u64; 4])
//   Aliasing: z may equal x.  Stack: 48 bytes (rbx, rbp, r12-r15).
//   Registers: rdi = z, rsi = x; clobbers rax, rcx, rdx, r8-r11 and flags.
//   Constant time: no branch, no address depends on *x.
//   Method: 2 * sum(x_i*x_j, i < j) + sum(x_i^2), then the reduction and fold of fe_mul.
//   Origin: written for this library.

	FE_ENTER
	FE_SQR	[rsi], [rsi + 8], [rsi + 16], [rsi + 24]
	FE_STORE rdi, 0, r12, r13, r14, r15
	FE_LEAVE
	ret
