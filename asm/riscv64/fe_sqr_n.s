# fe_sqr_n — n squarings in a row: z = x^(2^n)/2^(256·(2^n − 1)) mod p
#   fn(z: *mut [u64; 4], x: *const [u64; 4], n: usize)                a0 = z, a1 = x, a2 = n ≥ 1, public
#   x, z: any integers in [0, 2^256).  z may be x.
#   Stack: 16 bytes, s0.  Clobbers a1–a7, t0–t6.
# Constant time: branches on n only, and no address depends on a value; instructions of Zkt.
#
#   t = x;  n times: t = t²/2^256, folded (fe_sqr);  z = t
#
# 150 instructions a squaring, 14 more in all.
    addi    sp, sp, -16
    sd      s0, 8(sp)
    mv      s0, a2
    LOAD4   a2, a3, a4, a5, a1, 0
1:
    addi    s0, s0, -1
    SQR_REDUCE a2, a3, a4, a5, a2, a3, a4, a5, a1, a6, a7, t0, t1, t2, t3, t4, t5, t6
    FOLD    a2, a3, a4, a5, t1, t2, t3, a5, a6, a1, t4
    bnez    s0, 1b
    STORE4  a2, a3, a4, a5, a0, 0
    ld      s0, 8(sp)
    addi    sp, sp, 16
    ret
