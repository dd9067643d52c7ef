# point_add_affine — r = a + b, a Jacobian (x = X/Z², y = Y/Z³), b = (x, y) affine
#   fn(r: *mut [u64; 12], a: *const [u64; 12], b: *const [u64; 8])    a0 = r, a1 = a, a2 = b
#   Coordinates: any integers in [0, 2^256).  r may be a or b.
#   For a finite, a ≠ ±b.  a = ±b and a at infinity give Z' ≡ 0.
#   Stack: 112 bytes, s0–s11, ra.  Clobbers all else but gp, tp.
# Constant time: no branch, and no address depends on a value; instructions of Zkt.
#
# With both differences turned about, the products are subtracted unfolded; the textbook result scaled by u = −1, the same point.
#   R  = Y − y·Z³,  H = X − x·Z²                    counts 0 … 2
#   Z' = Z·H
#   G  = −H³,  V = X·H²
#   X' = R² − G − 2·V                               count −1 … 3; −1 with R² ≥ 2^256 only, which leaves less than p
#   Y' = R·(V − X') + G·Y                           one reduction for both products, count ≤ 2
# b is read before anything is written, X before X', Y before Y'.
    SAVE
    # a3.. = Z,  s7.. = Z²,  s3.. = Z³
    LOAD4   a3, a4, a5, a6, a1, 64
    SQR_REDUCE a3, a4, a5, a6, s7, s8, s9, s10, t0, t1, t2, t3, t4, t5, t6, s0, s1, s2
    FOLD    s7, s8, s9, s10, t4, t5, t6, s10, t1, t2, t3
    MUL_REDUCE_R t0, t1, t2, t3, t4, t5, t6, a7, a3, a4, a5, a6, s7, s8, s9, s10, s0, s1, s2
    FOLD    s3, s4, s5, s6, t4, t5, a7, t0, t1, t2, t3
    # s3.. = R = Y − y·Z³
    MUL_REDUCE t0, t1, t2, t3, t4, t5, t6, a7, s3, s4, s5, s6, a2, 32, s0, s1, s2
    LOAD4   s3, s4, s5, s6, a1, 32
    SUB4    s3, s4, s5, s6, t4, t5, a7, t0, t2, t3, t6
    add     t2, t2, t1
    FOLD_DOWN s3, s4, s5, s6, s3, s4, s5, s6, t2, t1, t3
    # s7.. = H = X − x·Z²
    MUL_REDUCE t0, t1, t2, t3, t4, t5, t6, a7, s7, s8, s9, s10, a2, 0, s0, s1, s2
    LOAD4   s7, s8, s9, s10, a1, 0
    SUB4    s7, s8, s9, s10, t4, t5, a7, t0, t2, t3, t6
    add     t2, t2, t1
    FOLD_DOWN s7, s8, s9, s10, s7, s8, s9, s10, t2, t1, t3
    # Z' = Z·H
    MUL_REDUCE_R t0, t1, t2, t3, t4, t5, t6, a7, a3, a4, a5, a6, s7, s8, s9, s10, s0, s1, s2
    FOLD    t4, t5, a7, t0, t4, t5, a7, t0, t1, t2, t3
    STORE4  t4, t5, a7, t0, a0, 64
    # a3.. = H²,  s7.. = G = −H³,  a3.. = V = X·H²
    SQR_REDUCE s7, s8, s9, s10, a3, a4, a5, a6, t0, t1, t2, t3, t4, t5, t6, s0, s1, s2
    FOLD    a3, a4, a5, a6, t4, t5, t6, a6, t1, t2, t3
    MUL_REDUCE_R t0, t1, t2, t3, t4, t5, t6, a7, s7, s8, s9, s10, a3, a4, a5, a6, s0, s1, s2
    FOLD_NEG s7, s8, s9, s10, t4, t5, a7, t0, t1, t2, t3
    MUL_REDUCE t0, t1, t2, t3, t4, t5, t6, a7, a3, a4, a5, a6, a1, 0, s0, s1, s2
    FOLD    a3, a4, a5, a6, t4, t5, a7, t0, t1, t2, t3
    # X' = R² − G − 2·V,  a3.. = V − X'
    SQR_REDUCE s3, s4, s5, s6, s11, ra, a2, a7, t0, t1, t2, t3, t4, t5, t6, s0, s1, s2
    SUB4_DOUBLE_AND t4, t5, t6, a7, s7, s8, s9, s10, a3, a4, a5, a6, t0, t2, t3
    sub     t0, t0, t1
    FOLD_DOWN_SIGNED t4, t5, t6, a7, t4, t5, t6, a7, t0, t1, t2, t3
    STORE4  t4, t5, t6, a7, a0, 0
    SUB4    a3, a4, a5, a6, t4, t5, t6, a7, t1, t2, t3
    FOLD_DOWN a3, a4, a5, a6, a3, a4, a5, a6, t1, t2, t3
    # (a7, t6..t0) = G·Y
    ld      t4, 32(a1)
    ld      t5, 40(a1)
    ld      t6, 48(a1)
    ld      a7, 56(a1)
    MUL_ROW t0, t1, t2, t3, t4, s7, s8, s9, s10, t4, s0, s1
    MUL_ROW_ADD t1, t2, t3, t4, t5, s7, s8, s9, s10, t5, s0, s1, s2
    MUL_ROW_ADD t2, t3, t4, t5, t6, s7, s8, s9, s10, t6, s0, s1, s2
    MUL_ROW_ADD t3, t4, t5, t6, a7, s7, s8, s9, s10, a7, s0, s1, s2
    # Y' = R·(V − X') + G·Y
    MUL_ADD_REDUCE t0, t1, t2, t3, t4, t5, t6, a7, s3, s4, s5, s6, a3, a4, a5, a6, s0, s1, s2, s7, s8
    FOLD_UP t4, t5, t6, a7, t4, t5, t6, a7, t1, t2, t3
    STORE4  t4, t5, t6, a7, a0, 32
    RESTORE
    ret
