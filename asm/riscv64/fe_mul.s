# fe_mul — z = x·y/2^256 mod p
#   fn(z: *mut [u64; 4], x: *const [u64; 4], y: *const [u64; 4])      a0 = z, a1 = x, a2 = y
#   x, y, z: any integers in [0, 2^256).  z may be x or y: it is written last.
#   Stack: none.  Clobbers a1–a7, t0–t6.
# Constant time: no branch, and no address depends on a value; instructions of Zkt.
#
#   t = x·(y0 + y1·2^64)                            below 2^320 after a row: nothing carries out
#   (k, t) = (t + q·p)/2^128                        two digits of q (REDUCE2), k ≤ 1
#   t = t + x·(y2 + y3·2^64)
#   (c, t) = (t + k·2^256 + q·p)/2^128              below 2^256 + p in all, so that c ≤ 1, and t < p with c = 1
#   z = t + c·δ                                     below p + δ = 2^256
#
# 192 instructions: 8 loads, 104 product, 64 reduction, 11 fold, 4 stores, ret.
    LOAD4   a3, a4, a5, a6, a1, 0
    ld      t2, 0(a2)
    ld      t3, 8(a2)
    # (t3..a1) = x·(y0 + y1·2^64)
    MUL_ROW a1, a7, t0, t1, t2, a3, a4, a5, a6, t2, t4, t5
    MUL_ROW_ADD a7, t0, t1, t2, t3, a3, a4, a5, a6, t3, t4, t5, t6
    # (t4, t3..t0) = that over 2^128
    REDUCE2_TIGHT a1, a7, t0, t1, t2, t3, t4, t5, t6
    # (a2, a1, t3..t0) = (t3..t0) + x·(y2 + y3·2^64)
    ld      a1, 16(a2)
    ld      a2, 24(a2)
    MUL_ROW_ADD t0, t1, t2, t3, a1, a3, a4, a5, a6, a1, t5, t6, a7
    MUL_ROW_ADD t1, t2, t3, a1, a2, a3, a4, a5, a6, a2, t5, t6, a7
    # (a3; a2, a1, t3, t2) = that over 2^128, and z
    REDUCE2 t0, t1, t2, t3, a1, a2, a3, a4, a5, a6, t4
    FOLD    t2, t3, a1, a2, t2, t3, a1, a2, a3, a4, a5
    STORE4  t2, t3, a1, a2, a0, 0
    ret
