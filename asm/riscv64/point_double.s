# point_double — r = 2·a, Jacobian (x = X/Z², y = Y/Z³), on y² = x³ − 3·x + b
#   fn(r: *mut [u64; 12], a: *const [u64; 12])                        a0 = r, a1 = a
#   Coordinates: any integers in [0, 2^256).  r may be a.  Z ≡ 0 gives Z' ≡ 0.
#   Stack: 112 bytes, s0–s11, ra.  Clobbers all else but gp, tp.
# Constant time: no branch, and no address depends on a value; instructions of Zkt.
#
# The textbook result scaled by u = −1/2, (X·u², Y·u³, Z·u), which is the same point: the doublings are gone for one halving,
# and the last difference of products is a sum, with one reduction.
#   L  = 3/2·(X − Z²)·(X + Z²)                      the factor goes into X − Z² (THREE_HALVES); Z² need not be folded
#   Z' = −Y·Z
#   V  = X·Y²                                       subtracted only: not folded
#   X' = L² − 2·V                                   count −1 … 4; −1 with L² ≥ 2^256 only, which leaves less than p
#   Y' = L·(X' − V) + (Y²)²                         count ≤ 2
    SAVE
    # Z², not folded: (a5, t6, t5, t4), count t1
    LOAD4   a2, a3, a4, a5, a1, 64
    SQR_REDUCE a2, a3, a4, a5, a2, a3, a4, a5, t0, t1, t2, t3, t4, t5, t6, a7, s0, s1
    # s6.. = X + Z²,  a2.. = 3/2·(X − Z²)
    LOAD4   s2, s3, s4, s5, a1, 0
    ADD4    s6, s7, s8, s9, s2, s3, s4, s5, t4, t5, t6, a5, a6, a7
    add     a6, a6, t1
    FOLD_UP s6, s7, s8, s9, s6, s7, s8, s9, a6, a7, s0
    SUB4    s2, s3, s4, s5, t4, t5, t6, a5, a6, a7, s0
    add     a6, a6, t1
    THREE_HALVES a2, a3, a4, a5, s2, s3, s4, s5, a6, t1, t2, t3, a7, s0, s1
    # s2.. = L
    MUL_REDUCE_R t0, t1, t2, t3, t4, t5, t6, a6, a2, a3, a4, a5, s6, s7, s8, s9, a7, s0, s1
    FOLD    s2, s3, s4, s5, t4, t5, a6, t0, t1, t2, t3
    # s6.. = Y²,  Z' = −Y·Z
    LOAD4   a2, a3, a4, a5, a1, 32
    SQR_REDUCE a2, a3, a4, a5, s10, s11, ra, a6, t0, t1, t2, t3, t4, t5, t6, a7, s0, s1
    FOLD    s6, s7, s8, s9, t4, t5, t6, a6, t1, t2, t3
    MUL_REDUCE t0, t1, t2, t3, t4, t5, t6, a6, a2, a3, a4, a5, a1, 64, a7, s0, s1
    FOLD_NEG t4, t5, a6, t0, t4, t5, a6, t0, t1, t2, t3
    STORE4  t4, t5, a6, t0, a0, 64
    # V = X·Y², not folded: (a5..a2), count ra
    MUL_REDUCE a5, ra, t2, t3, a2, a3, t6, a4, s6, s7, s8, s9, a1, 0, a7, s0, s1
    # X' = L² − 2·V,  a2.. = X' − V
    SQR_REDUCE s2, s3, s4, s5, s10, s11, a1, a6, t0, t1, t2, t3, t4, t5, t6, a7, s0, s1
    SUB4_DOUBLE t4, t5, t6, a6, a2, a3, a4, a5, t0, t2, t3
    sub     t0, t0, t1
    add     t0, t0, ra
    add     t0, t0, ra
    FOLD_DOWN_SIGNED t4, t5, t6, a6, t4, t5, t6, a6, t0, t1, t2, t3
    STORE4  t4, t5, t6, a6, a0, 0
    SUB4    t4, t5, t6, a6, a2, a3, a4, a5, t1, t2, t3
    add     t1, t1, ra
    FOLD_DOWN a2, a3, a4, a5, t4, t5, t6, a6, t1, t2, t3
    # (s9, t6..t0) = Y⁴
    SQR_LOW s6, s7, s8, s9, s6, s7, s8, t0, t1, t2, t3, t4, t5, t6, a7, s0, s1
    SQR_HIGH s9, s9, s6, t6, s1, a7, s0
    # Y' = L·(X' − V) + Y⁴
    MUL_ADD_REDUCE t0, t1, t2, t3, t4, t5, t6, s9, s2, s3, s4, s5, a2, a3, a4, a5, a7, s0, s1, s6, s7
    FOLD_UP t4, t5, t6, s9, t4, t5, t6, s9, t1, t2, t3
    STORE4  t4, t5, t6, s9, a0, 32
    RESTORE
    ret
