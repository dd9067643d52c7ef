# fe_sqr — z = x²/2^256 mod p
#   fn(z: *mut [u64; 4], x: *const [u64; 4])                          a0 = z, a1 = x
#   x, z: any integers in [0, 2^256).  z may be x.
#   Stack: none.  Clobbers a1–a7, t0–t6.
# Constant time: no branch, and no address depends on a value; instructions of Zkt.
#
#   t = Σ xi·xj·2^(64(i + j)), i < j                six products
#   t = 2·t + Σ xi²·2^(128i)                        word by word: the bit shifted out goes into the next word's empty bit
#   (c, t) = (t + q·p)/2^256                        by two REDUCE2, as in fe_mul
#   z = t + c·δ
#
# 157 instructions: 4 loads, 74 product, 63 reduction, 11 fold, 4 stores, ret.
    LOAD4   a1, a2, a3, a4, a1, 0
    SQR_REDUCE a1, a2, a3, a4, a1, a2, a3, a4, a5, a6, a7, t0, t1, t2, t3, t4, t5, t6
    FOLD    t1, t2, t3, a4, t1, t2, t3, a4, a6, a1, a2
    STORE4  t1, t2, t3, a4, a0, 0
    ret
