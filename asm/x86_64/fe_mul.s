// fe_mul: Montgomery product
//   z := x * y / 2^256 mod p            x, y, z in [0, 2^256)
//   fn fe_mul(z: *mut [u64; 4], x: *const [u64; 4], y: *const [u64; 4])
//   Aliasing: z may equal x or y.  Stack: 48 bytes (rbx, rbp, r12-r15).
//   Registers: rdi = z, rsi = x, rdx = y; clobbers rax, rcx, rdx, rsi, r8-r11 and flags.
//   Constant time: no branch, no address depends on *x, *y.
//   Method: rows of x_i * y; two limbs reduced after row 1, two after row 3:
//     rows 0, 1;  (q0, q1), bracket into limbs 2, 3 and [t1, t0];  rows 2, 3;  (q2, q3);  upper half += bracket
//     sum < 2^256 + p; its carry C is folded: z = sum - C*p < 2^256.     Carries: see the macro file.
//   Origin: written for this library.

	FE_ENTER
	FE_LOAD	r12, r13, r14, r15, rsi, 0
	mov	rsi, rdx
	FE_MUL	r12, r13, r14, r15, rsi, 0
	FE_STORE rdi, 0, r12, r13, r14, r15
	FE_LEAVE
	ret
