# fe_sub — z = x − y mod p
#   fn(z: *mut [u64; 4], x: *const [u64; 4], y: *const [u64; 4])      a0 = z, a1 = x, a2 = y
#   x, y, z: any integers in [0, 2^256).  z may be x or y.
#   Stack: none.  Clobbers a3–a7, t0–t5.
# Constant time: no branch, and no address depends on a value; instructions of Zkt.
#
#   t − k·2^256 = x − y
#   z = t − k·2^256 + (k or k + 1)·p                FOLD_DOWN: one fold, the multiple chosen by the top word
    LOAD4   a3, a4, a5, a6, a1, 0
    LOAD4   a7, t0, t1, t2, a2, 0
    SUB4    a3, a4, a5, a6, a7, t0, t1, t2, t3, t4, t5
    FOLD_DOWN a3, a4, a5, a6, a3, a4, a5, a6, t3, t4, t5
    STORE4  a3, a4, a5, a6, a0, 0
    ret
