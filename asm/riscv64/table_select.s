# table_select — z = row[index]
#   fn(z: *mut [u64; 8], row: *const [u64; 8], entries: usize, index: usize)      a0 = z, a1 = row, a2 = entries, a3 = index
#   entries ≥ 1 is public; index < entries is secret.  z may be an entry: it is written last.
#   Stack: 32 bytes, s0–s3.  Clobbers a1–a7, t0–t6.  z is gathered in a4–a7, t0–t3.
# Constant time: every entry is read, in order; branches on entries only; instructions of Zkt.
#
#   for each 64 entries:
#     s3 = one bit, that of the entry wanted, if it is among them: 63 − j for entry 2j, 31 − j for entry 2j + 1
#     for each two of them: z |= e0 & srai(s3, 63);  z |= e1 & sraiw(s3, 31);  s3 <<= 1
#   A bit past 31 is not seen again: it would come to 63 after 32 shifts, and there are 32 pairs.
#   A mask costs one instruction and half a shift; an entry 8 loads, 8 ands, 8 ors.
    addi    sp, sp, -32
    sd      s0, 0(sp)
    sd      s1, 8(sp)
    sd      s2, 16(sp)
    sd      s3, 24(sp)
    li      a4, 0
    li      a5, 0
    li      a6, 0
    li      a7, 0
    li      t0, 0
    li      t1, 0
    li      t2, 0
    li      t3, 0
1:  # s2 = min(entries, 64);  s3 = the bit of the entry wanted, or 0 if that is not among these 64
    sltiu   s3, a3, 64
    slli    s3, s3, 63
    srli    t4, a3, 1
    andi    t5, a3, 1
    slli    t5, t5, 5
    add     t4, t4, t5
    srl     s3, s3, t4
    addi    a3, a3, -64
    li      s2, 64
    bgeu    a2, s2, 2f
    mv      s2, a2
2:
    sub     a2, a2, s2
    addi    s2, s2, -8
    bltz    s2, 4f
3:
    ENTRY_PAIR 0
    ENTRY_PAIR 128
    ENTRY_PAIR 256
    ENTRY_PAIR 384
    addi    a1, a1, 512
    addi    s2, s2, -8
    bgez    s2, 3b
4:  # s2 + 8 are left, by twos and one
    addi    s2, s2, 6
    bltz    s2, 6f
5:
    ENTRY_PAIR 0
    addi    a1, a1, 128
    addi    s2, s2, -2
    bgez    s2, 5b
6:
    addi    s2, s2, 1
    bltz    s2, 7f
    ENTRY   0, srai, 63
7:
    bnez    a2, 1b
    STORE4  a4, a5, a6, a7, a0, 0
    STORE4  t0, t1, t2, t3, a0, 32
    ld      s0, 0(sp)
    ld      s1, 8(sp)
    ld      s2, 16(sp)
    ld      s3, 24(sp)
    addi    sp, sp, 32
    ret
