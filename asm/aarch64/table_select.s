// table_select: one row entry
//   z := row[index]                     entries of 64 bytes, index < entries
//   fn table_select(z: *mut [u64; 8], row: *const [u64; 8], entries: usize, index: usize)
//   Aliasing: z may equal row.  Stack: none.
//   Registers: x0 = z, x1 = row, x2 = entries (public, may be 0), x3 = index; clobbers x1, x2, x4, v0-v7, v16-v23 and flags.
//   Constant time: no branch, no address depends on index; every entry is read.
//   Method: d counts down from index, 4 entries a turn; entry j is inserted under the mask (d = j).
//   Origin: written for this library.


	hint	#34
	// d = [index, index]; v7, v22, v23 = 1, 2, 3; v21 = 4
	dup	v6.2d, x3
	mov	x4, #1
	dup	v7.2d, x4
	add	v22.2d, v7.2d, v7.2d
	add	v23.2d, v22.2d, v7.2d
	add	v21.2d, v22.2d, v22.2d
	movi	v0.2d, #0
	movi	v1.2d, #0
	movi	v2.2d, #0
	movi	v3.2d, #0
	// entries mod 4 one by one
	ands	x4, x2, #3
	b.eq	2f
1:	cmeq	v4.2d, v6.2d, #0
	sub	v6.2d, v6.2d, v7.2d
	ld1	{v16.2d, v17.2d, v18.2d, v19.2d}, [x1], #64
	bit	v0.16b, v16.16b, v4.16b
	bit	v1.16b, v17.16b, v4.16b
	bit	v2.16b, v18.16b, v4.16b
	bit	v3.16b, v19.16b, v4.16b
	sub	x4, x4, #1
	cbnz	x4, 1b
	// four by four
2:	lsr	x2, x2, #2
	cbz	x2, 4f
3:	cmeq	v4.2d, v6.2d, #0
	ld1	{v16.2d, v17.2d, v18.2d, v19.2d}, [x1], #64
	bit	v0.16b, v16.16b, v4.16b
	bit	v1.16b, v17.16b, v4.16b
	bit	v2.16b, v18.16b, v4.16b
	bit	v3.16b, v19.16b, v4.16b
	cmeq	v5.2d, v6.2d, v7.2d
	ld1	{v16.2d, v17.2d, v18.2d, v19.2d}, [x1], #64
	bit	v0.16b, v16.16b, v5.16b
	bit	v1.16b, v17.16b, v5.16b
	bit	v2.16b, v18.16b, v5.16b
	bit	v3.16b, v19.16b, v5.16b
	cmeq	v4.2d, v6.2d, v22.2d
	ld1	{v16.2d, v17.2d, v18.2d, v19.2d}, [x1], #64
	bit	v0.16b, v16.16b, v4.16b
	bit	v1.16b, v17.16b, v4.16b
	bit	v2.16b, v18.16b, v4.16b
	bit	v3.16b, v19.16b, v4.16b
	cmeq	v5.2d, v6.2d, v23.2d
	ld1	{v16.2d, v17.2d, v18.2d, v19.2d}, [x1], #64
	bit	v0.16b, v16.16b, v5.16b
	bit	v1.16b, v17.16b, v5.16b
	bit	v2.16b, v18.16b, v5.16b
	bit	v3.16b, v19.16b, v5.16b
	sub	v6.2d, v6.2d, v21.2d
	sub	x2, x2, #1
	cbnz	x2, 3b
	// not stp, which wants 16-byte alignment of a device's memory (MMU off)
4:	st1	{v0.2d, v1.2d, v2.2d, v3.2d}, [x0]
	ret

