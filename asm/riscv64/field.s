# Macros of the field kernels, RV64IM. p = 2^256 − 2^224 − 2^96 + 2^64 − 1,  δ = 2^256 − p = 2^224 + 2^96 − 2^64 + 1.
#
# A value is four words, least significant first; "weak" means any integer in [0, 2^256). A value that is not folded
# yet is four words r and a small count k, standing for r + k·2^256 (or r − k·2^256, where said so).
# No carry flag: a carry is what sltu makes of a wrapped sum, and a borrow is the sltu before the difference.
# Registers are macro arguments; every argument is another register unless said otherwise. No memory but where an
# argument is called `p` (pointer) and `o` (offset). Nothing branches. mul and mulhu, add, sub, sltu, shifts, logic only.

# A module without a function of its own can lack the target's extensions.
.option push
.option arch, +m

# (a4..a0) = x·y.  y may be a4.  17 instructions.
# hi + carry cannot wrap: the high word of a product is at most 2^64 − 2.
.macro MUL_ROW a0, a1, a2, a3, a4, x0, x1, x2, x3, y, l, g
    mul     \a0, \x0, \y
    mulhu   \a1, \x0, \y
    mul     \l, \x1, \y
    mulhu   \a2, \x1, \y
    mul     \g, \x2, \y
    mulhu   \a3, \x2, \y
    add     \a1, \a1, \l
    sltu    \l, \a1, \l
    add     \a2, \a2, \l
    mul     \l, \x3, \y
    mulhu   \a4, \x3, \y
    add     \a2, \a2, \g
    sltu    \g, \a2, \g
    add     \a3, \a3, \g
    add     \a3, \a3, \l
    sltu    \l, \a3, \l
    add     \a4, \a4, \l
.endm

# One word of a row: a += x·y + h, h = the carry.  a + h + x·y ≤ 2^128 − 1: neither sum of the carries wraps.  8.
.macro MUL_WORD a, x, y, l, g, h
    mul     \l, \x, \y
    mulhu   \g, \x, \y
    add     \a, \a, \l
    sltu    \l, \a, \l
    add     \g, \g, \l
    add     \a, \a, \h
    sltu    \h, \a, \h
    add     \h, \g, \h
.endm

# (a4..a0) = (a3..a0) + x·y.  y may be a4.  29 instructions.
.macro MUL_ROW_ADD a0, a1, a2, a3, a4, x0, x1, x2, x3, y, l, g, h
    mul     \l, \x0, \y
    mulhu   \h, \x0, \y
    add     \a0, \a0, \l
    sltu    \l, \a0, \l
    add     \h, \h, \l
    MUL_WORD \a1, \x1, \y, \l, \g, \h
    MUL_WORD \a2, \x2, \y, \l, \g, \h
    mul     \l, \x3, \y
    mulhu   \a4, \x3, \y
    add     \a3, \a3, \l
    sltu    \l, \a3, \l
    add     \a4, \a4, \l
    add     \a3, \a3, \h
    sltu    \h, \a3, \h
    add     \a4, \a4, \h
.endm

# Two Montgomery digits: (c, t5..t2) = ((t5..t0) + (q0 + q1·2^64)·p) / 2^128.  q0, q1 = t0, t1 on entry.  31.
#
# −p ≡ 1 − 2^64 + 2^96 (mod 2^128), hence q0 = t0, q1 = t1 + q0 − q0·2^32. With q = hi·2^32 + its low half, lo = q·2^32 mod 2^64:
#   word 1: t1 + q0 − lo0 = q1 − ε·2^64            E = hi0 + ε, 0 ≤ E < 2^32, since 0 ≤ q0·2^32 − q0 < 2^64·(2^32 − 1)
#   word 2: t2 + q1 − (lo1 + E)                    lo1 + E has no carry: E fits under lo1
#   word 3: t3 − D,  D = lo0 + hi1 + borrow − carry of word 2
#           D does not wrap: if lo0 + hi1 = 2^64 − 1, then q1 ≥ lo1 + E, no net borrow; if lo0 + hi1 = 0, then q1 ≤ lo1, no net carry
#   word 4: t4 + (q0 − hi0) − (lo1 + borrow)       the low half of lo1 is empty, and q0 ≥ hi0
#   word 5: t5 + (q1 − hi1 − borrow + carry)       not negative: q1 = 0 and a borrow do not meet, and q1 > hi1 otherwise
# k and k5, if given, stand for k·2^256 and k5·2^320 more in the dividend: counts from before. There is room for small ones, as
# q − hi ≤ 2^64 − 2^32.
# c is exact, and at most 1: the result is below 2^256 + p for a dividend below 2^384 + p, and below 2^256 + p + 2^192 + 2 with k ≤ 2, k5 ≤ 1 on top.
.macro REDUCE2 q0, q1, t2, t3, t4, t5, c, lo0, hi0, lo1, k, k5
    slli    \lo0, \q0, 32
    srli    \hi0, \q0, 32
    add     \q1, \q1, \q0
    sltu    \c, \q1, \q0
    sub     \q0, \q0, \hi0              # q0 − hi0
    .ifnb \k
    add     \q0, \q0, \k
    .endif
    sub     \hi0, \hi0, \c
    sltu    \c, \q1, \lo0
    sub     \q1, \q1, \lo0              # q1
    add     \hi0, \hi0, \c              # E
    slli    \lo1, \q1, 32
    add     \hi0, \hi0, \lo1            # lo1 + E
    add     \t2, \t2, \q1
    sltu    \c, \t2, \q1
    sub     \lo0, \lo0, \c
    sltu    \c, \t2, \hi0
    sub     \t2, \t2, \hi0
    add     \lo0, \lo0, \c
    srli    \hi0, \q1, 32               # hi1
    add     \lo0, \lo0, \hi0            # D
    sub     \q1, \q1, \hi0              # q1 − hi1
    .ifnb \k5
    add     \q1, \q1, \k5
    .endif
    sltu    \c, \t3, \lo0
    sub     \t3, \t3, \lo0
    add     \lo1, \lo1, \c
    sltu    \c, \q0, \lo1
    sub     \q0, \q0, \lo1
    sub     \q1, \q1, \c
    add     \t4, \t4, \q0
    sltu    \c, \t4, \q0
    add     \q1, \q1, \c
    add     \t5, \t5, \q1
    sltu    \c, \t5, \q1
.endm

# REDUCE2 with one register less: lo1 is made twice.  c is scratch before it is the count.  32.
.macro REDUCE2_TIGHT q0, q1, t2, t3, t4, t5, c, lo, hi
    slli    \lo, \q0, 32
    srli    \hi, \q0, 32
    add     \q1, \q1, \q0
    sltu    \c, \q1, \q0
    sub     \q0, \q0, \hi
    sub     \hi, \hi, \c
    sltu    \c, \q1, \lo
    sub     \q1, \q1, \lo
    add     \hi, \hi, \c
    slli    \c, \q1, 32
    add     \hi, \hi, \c
    add     \t2, \t2, \q1
    sltu    \c, \t2, \q1
    sub     \lo, \lo, \c
    sltu    \c, \t2, \hi
    sub     \t2, \t2, \hi
    add     \lo, \lo, \c
    srli    \hi, \q1, 32
    add     \lo, \lo, \hi
    sltu    \c, \t3, \lo
    sub     \t3, \t3, \lo
    slli    \lo, \q1, 32
    sub     \q1, \q1, \hi
    add     \lo, \lo, \c
    sltu    \c, \q0, \lo
    sub     \q0, \q0, \lo
    sub     \q1, \q1, \c
    add     \t4, \t4, \q0
    sltu    \c, \t4, \q0
    add     \q1, \q1, \c
    add     \t5, \t5, \q1
    sltu    \c, \t5, \q1
.endm

# d = r + k·δ modulo 2^256, k < 2^31: the fold of k·2^256, where r + k·δ < 2^256.  d may be r; k is lost.  11.
.macro FOLD d0, d1, d2, d3, r0, r1, r2, r3, k, m, n
    slli    \m, \k, 32
    add     \d0, \r0, \k
    sltu    \n, \d0, \k
    sub     \k, \m, \k
    add     \k, \k, \n                  # k·(2^32 − 1) + carry
    add     \d1, \r1, \k
    sltu    \k, \d1, \k
    add     \d2, \r2, \k
    sltu    \k, \d2, \k
    add     \m, \m, \k                  # k·2^32 + carry
    add     \d3, \r3, \m
.endm

# d = r − k·δ modulo 2^256.  d may be r; k is lost.  11.
.macro UNFOLD d0, d1, d2, d3, r0, r1, r2, r3, k, m, n
    slli    \m, \k, 32
    sltu    \n, \r0, \k
    sub     \d0, \r0, \k
    sub     \k, \m, \k
    add     \k, \k, \n                  # k·(2^32 − 1) + borrow
    sltu    \n, \r1, \k
    sub     \d1, \r1, \k
    sltu    \k, \r2, \n
    sub     \d2, \r2, \n
    add     \m, \m, \k                  # k·2^32 + borrow
    sub     \d3, \r3, \m
.endm

# d = r + k·2^256 mod p, weak, for any r and 0 ≤ k < 2^31.  16.
# One p more is taken off, and the carry of r3 + (k+1)·2^32 says when: with it, r + (k+1)·δ ≥ 2^256; without it
# r3 + k·2^32 < 2^64 − 2^32, and r + k·δ < 2^256.
.macro FOLD_UP d0, d1, d2, d3, r0, r1, r2, r3, k, m, n
    addi    \m, \k, 1
    slli    \m, \m, 32
    add     \n, \r3, \m
    sltu    \n, \n, \m
    add     \k, \k, \n
    FOLD    \d0, \d1, \d2, \d3, \r0, \r1, \r2, \r3, \k, \m, \n
.endm

# d = r − k·2^256 mod p, weak, for any r and 0 ≤ k < 2^31.  15.
# One p more is put on when r3 < (k+1)·2^32: then r < (k+1)·2^224 < (k+1)·δ; if not, r ≥ (k+1)·2^224 ≥ k·δ.
.macro FOLD_DOWN d0, d1, d2, d3, r0, r1, r2, r3, k, m, n
    addi    \m, \k, 1
    slli    \m, \m, 32
    sltu    \m, \r3, \m
    add     \k, \k, \m
    UNFOLD  \d0, \d1, \d2, \d3, \r0, \r1, \r2, \r3, \k, \m, \n
.endm

# FOLD_DOWN for −1 ≤ k < 2^31, where k = −1 comes with r < p only (then r + 2^256 becomes r + δ).  20.
# s: k's sign, for the words above.
.macro FOLD_DOWN_SIGNED d0, d1, d2, d3, r0, r1, r2, r3, k, m, n, s
    addi    \m, \k, 1
    slli    \m, \m, 32
    sltu    \m, \r3, \m
    add     \k, \k, \m
    slli    \m, \k, 32
    srai    \s, \k, 63
    sltu    \n, \r0, \k
    sub     \d0, \r0, \k
    sub     \k, \m, \k
    add     \n, \n, \s
    add     \k, \k, \n                  # k·(2^32 − 1) + borrow, of sign s
    sltu    \n, \r1, \k
    sub     \d1, \r1, \k
    add     \n, \n, \s                  # −1, 0 or 1
    srai    \s, \n, 63
    sltu    \k, \r2, \n
    sub     \d2, \r2, \n
    add     \k, \k, \s
    add     \m, \m, \k                  # k·2^32 + borrow
    sub     \d3, \r3, \m
.endm

# (k, d) = r + s.  d may be r.  17.
.macro ADD4 d0, d1, d2, d3, r0, r1, r2, r3, s0, s1, s2, s3, k, n
    add     \d0, \r0, \s0
    sltu    \k, \d0, \s0
    ADC     \d1, \r1, \s1, \k, \n
    ADC     \d2, \r2, \s2, \k, \n
    ADC     \d3, \r3, \s3, \k, \n
.endm

.macro ADC d, r, s, k, n
    add     \d, \r, \s
    sltu    \n, \d, \s
    add     \d, \d, \k
    sltu    \k, \d, \k
    add     \k, \k, \n
.endm

# (−k, r) = r − s.  17.
.macro SUB4 r0, r1, r2, r3, s0, s1, s2, s3, k, m, n
    sltu    \k, \r0, \s0
    sub     \r0, \r0, \s0
    SBB     \r1, \s1, \k, \m, \n
    SBB     \r2, \s2, \k, \m, \n
    SBB     \r3, \s3, \k, \m, \n
.endm

.macro SBB r, s, k, m, n
    sltu    \n, \r, \s
    sub     \r, \r, \s
    sltu    \m, \r, \k
    sub     \r, \r, \k
    add     \k, \n, \m
.endm

# r = the four words at o(p).  r0 may be p.
.macro LOAD4 r0, r1, r2, r3, p, o
    ld      \r3, \o+24(\p)
    ld      \r2, \o+16(\p)
    ld      \r1, \o+8(\p)
    ld      \r0, \o+0(\p)
.endm

.macro STORE4 r0, r1, r2, r3, p, o
    sd      \r0, \o+0(\p)
    sd      \r1, \o+8(\p)
    sd      \r2, \o+16(\p)
    sd      \r3, \o+24(\p)
.endm

# One column of a square: w = 2·w + e + d + c, with d a word of xi²; e becomes c's partner f = the bit shifted out, c the carry.
# d + c does not wrap: a high word is at most 2^64 − 2, so is a low word (−1 is no square mod 2^64).  6.
.macro SQR_WORD w, d, c, e, f
    add     \d, \d, \c
    srli    \f, \w, 63
    slli    \w, \w, 1
    or      \w, \w, \e
    add     \w, \w, \d
    sltu    \c, \w, \d
.endm

# The low six words of x²: (w5..w1, u0); w6 still without what is doubled into it: the bit e and the carry n0 go there.  64.
# n1, n2: scratch.  n may be x, which is lost then.
.macro SQR_LOW x0, x1, x2, x3, n0, n1, n2, u0, w1, w2, w3, w4, w5, w6, l, g, e
    # (w6..w1) = Σ xi·xj, i < j
    mul     \w1, \x0, \x1
    mulhu   \w2, \x0, \x1
    mul     \l, \x0, \x2
    mulhu   \w3, \x0, \x2
    mul     \g, \x0, \x3
    mulhu   \w4, \x0, \x3
    add     \w2, \w2, \l
    sltu    \l, \w2, \l
    mul     \e, \x1, \x2
    add     \w3, \w3, \l
    mulhu   \l, \x1, \x2
    add     \w3, \w3, \g
    sltu    \g, \w3, \g
    add     \w4, \w4, \g
    mul     \g, \x1, \x3
    add     \w3, \w3, \e
    sltu    \e, \w3, \e
    mulhu   \w5, \x1, \x3
    add     \l, \l, \e
    add     \w4, \w4, \l
    sltu    \l, \w4, \l
    add     \w5, \w5, \l
    mul     \l, \x2, \x3
    add     \w4, \w4, \g
    sltu    \g, \w4, \g
    mulhu   \w6, \x2, \x3
    add     \w5, \w5, \g
    mulhu   \g, \x0, \x0
    add     \w5, \w5, \l
    sltu    \l, \w5, \l
    mul     \u0, \x0, \x0
    add     \w6, \w6, \l
    # (w5..w1, u0) = the low six words of x²: twice that, and the squares
    mul     \l, \x1, \x1
    srli    \e, \w1, 63
    slli    \w1, \w1, 1
    mulhu   \n1, \x1, \x1
    add     \w1, \w1, \g
    sltu    \n0, \w1, \g
    SQR_WORD \w2, \l, \n0, \e, \g
    mul     \l, \x2, \x2
    SQR_WORD \w3, \n1, \n0, \g, \e
    mulhu   \n2, \x2, \x2
    SQR_WORD \w4, \l, \n0, \e, \g
    SQR_WORD \w5, \n2, \n0, \g, \e
.endm

# The rest: (n3, w6), from x3, w6, e and n0.  n3 may be x3.  10.
.macro SQR_HIGH x3, n3, n0, w6, e, l, g
    mul     \g, \x3, \x3
    mulhu   \n3, \x3, \x3
    SQR_WORD \w6, \g, \n0, \e, \l
    add     \n3, \n3, \l
    add     \n3, \n3, \n0
.endm

# x²/2^256 not folded: r = (w4, w5, w6, n3), count w1.  n, u, l, g, e: scratch; n may be x, which is lost then.  137.
.macro SQR_REDUCE x0, x1, x2, x3, n0, n1, n2, n3, u0, w1, w2, w3, w4, w5, w6, l, g, e
    SQR_LOW \x0, \x1, \x2, \x3, \n0, \n1, \n2, \u0, \w1, \w2, \w3, \w4, \w5, \w6, \l, \g, \e
    REDUCE2 \u0, \w1, \w2, \w3, \w4, \w5, \n1, \l, \g, \n2
    SQR_HIGH \x3, \n3, \n0, \w6, \e, \l, \g
    REDUCE2 \w2, \w3, \w4, \w5, \w6, \n3, \w1, \n0, \n2, \l, \n1
.endm

# x·y/2^256 not folded: r = (u4, u5, v, u0), count u1.  y is at o(p).  u6: the count between. l, g, h: scratch.  171.
# Between the reductions there are five words, the last u6 ≤ 1; with rows 2 and 3 they may exceed 2^384, so u6 waits for the
# second reduction. In all (x·y + q·p)/2^256 ≤ ((2^256 − 1)² + (2^256 − 1)·p)/2^256 < 2^256 + p: one count.
.macro MUL_REDUCE u0, u1, u2, u3, u4, u5, u6, v, x0, x1, x2, x3, p, o, l, g, h
    ld      \u4, \o+0(\p)
    ld      \u5, \o+8(\p)
    MUL_ROW \u0, \u1, \u2, \u3, \u4, \x0, \x1, \x2, \x3, \u4, \l, \g
    MUL_ROW_ADD \u1, \u2, \u3, \u4, \u5, \x0, \x1, \x2, \x3, \u5, \l, \g, \h
    ld      \v, \o+16(\p)
    REDUCE2 \u0, \u1, \u2, \u3, \u4, \u5, \u6, \l, \g, \h
    ld      \u0, \o+24(\p)
    MUL_ROW_ADD \u2, \u3, \u4, \u5, \v, \x0, \x1, \x2, \x3, \v, \l, \g, \h
    MUL_ROW_ADD \u3, \u4, \u5, \v, \u0, \x0, \x1, \x2, \x3, \u0, \l, \g, \h
    REDUCE2 \u2, \u3, \u4, \u5, \v, \u0, \u1, \l, \g, \h, \u6
.endm

# The same with y in registers, which are kept.  167.
.macro MUL_REDUCE_R u0, u1, u2, u3, u4, u5, u6, v, x0, x1, x2, x3, y0, y1, y2, y3, l, g, h
    MUL_ROW \u0, \u1, \u2, \u3, \u4, \x0, \x1, \x2, \x3, \y0, \l, \g
    MUL_ROW_ADD \u1, \u2, \u3, \u4, \u5, \x0, \x1, \x2, \x3, \y1, \l, \g, \h
    REDUCE2 \u0, \u1, \u2, \u3, \u4, \u5, \u6, \l, \g, \h
    MUL_ROW_ADD \u2, \u3, \u4, \u5, \v, \x0, \x1, \x2, \x3, \y2, \l, \g, \h
    MUL_ROW_ADD \u3, \u4, \u5, \v, \u0, \x0, \x1, \x2, \x3, \y3, \l, \g, \h
    REDUCE2 \u2, \u3, \u4, \u5, \v, \u0, \u1, \l, \g, \h, \u6
.endm

# (h; a4..a0) = (a4..a0) + x·y, h ≤ 1.  31.
.macro MUL_ROW_ADD5 a0, a1, a2, a3, a4, x0, x1, x2, x3, y, l, g, h
    mul     \l, \x0, \y
    mulhu   \h, \x0, \y
    add     \a0, \a0, \l
    sltu    \l, \a0, \l
    add     \h, \h, \l
    MUL_WORD \a1, \x1, \y, \l, \g, \h
    MUL_WORD \a2, \x2, \y, \l, \g, \h
    MUL_WORD \a3, \x3, \y, \l, \g, \h
    add     \a4, \a4, \h
    sltu    \h, \a4, \h
.endm

# (w + x·y)/2^256 not folded: r = (w4, w5, w6, w7), count w1 ≤ 2, for w of eight words: (w + x·y + q·p)/2^256 < 2·2^256 + p.  191.
# The carry of the first row of a pair is at the top word of the reduction behind it (k5); that of the second is one word above, and joins that
# reduction's count: the next k, at most 2, or the count of the result.
.macro MUL_ADD_REDUCE w0, w1, w2, w3, w4, w5, w6, w7, x0, x1, x2, x3, y0, y1, y2, y3, l, g, h, h2, k
    MUL_ROW_ADD5 \w0, \w1, \w2, \w3, \w4, \x0, \x1, \x2, \x3, \y0, \l, \g, \h
    MUL_ROW_ADD5 \w1, \w2, \w3, \w4, \w5, \x0, \x1, \x2, \x3, \y1, \l, \g, \h2
    REDUCE2 \w0, \w1, \w2, \w3, \w4, \w5, \k, \l, \g, \y0, , \h
    add     \k, \k, \h2
    MUL_ROW_ADD5 \w2, \w3, \w4, \w5, \w6, \x0, \x1, \x2, \x3, \y2, \l, \g, \h
    MUL_ROW_ADD5 \w3, \w4, \w5, \w6, \w7, \x0, \x1, \x2, \x3, \y3, \l, \g, \h2
    REDUCE2 \w2, \w3, \w4, \w5, \w6, \w7, \w1, \l, \g, \y0, \k, \h
    add     \w1, \w1, \h2
.endm

# d = −(r + k·2^256) mod p, weak, for any r and 0 ≤ k < 2^31.  r and k are lost.  20.
# It is ~r + 1 − (k+1)·2^256: FOLD_DOWN's choice with ~r for r, and the 1 joins the least word, ~r0 − (count − 1).
.macro FOLD_NEG d0, d1, d2, d3, r0, r1, r2, r3, k, m, n
    not     \r0, \r0
    not     \r1, \r1
    not     \r2, \r2
    not     \r3, \r3
    addi    \m, \k, 2
    slli    \m, \m, 32
    sltu    \m, \r3, \m
    add     \k, \k, \m                  # count − 1
    sltu    \n, \r0, \k
    sub     \d0, \r0, \k
    addi    \k, \k, 1
    slli    \m, \k, 32
    sub     \k, \m, \k
    add     \k, \k, \n
    sltu    \n, \r1, \k
    sub     \d1, \r1, \k
    sltu    \k, \r2, \n
    sub     \d2, \r2, \n
    add     \m, \m, \k
    sub     \d3, \r3, \m
.endm

# (−k, r) = r − 2·v.  29.  The bit shifted out of a word of v counts as a borrow.
.macro SUB4_DOUBLE r0, r1, r2, r3, v0, v1, v2, v3, k, m, n
    slli    \m, \v0, 1
    sltu    \k, \r0, \m
    sub     \r0, \r0, \m
    srli    \n, \v0, 63
    add     \k, \k, \n
    SBB_DOUBLE \r1, \v1, \k, \m, \n
    SBB_DOUBLE \r2, \v2, \k, \m, \n
    SBB_DOUBLE \r3, \v3, \k, \m, \n
.endm

.macro SBB_DOUBLE r, v, k, m, n
    sltu    \n, \r, \k
    sub     \r, \r, \k
    slli    \m, \v, 1
    sltu    \k, \r, \m
    sub     \r, \r, \m
    add     \k, \k, \n
    srli    \n, \v, 63
    add     \k, \k, \n
.endm

# (−k, r) = r − s − 2·v.  41.
.macro SUB4_DOUBLE_AND r0, r1, r2, r3, s0, s1, s2, s3, v0, v1, v2, v3, k, m, n
    sltu    \n, \r0, \s0
    sub     \r0, \r0, \s0
    slli    \m, \v0, 1
    sltu    \k, \r0, \m
    sub     \r0, \r0, \m
    add     \k, \k, \n
    srli    \n, \v0, 63
    add     \k, \k, \n
    SBB_DOUBLE_AND \r1, \s1, \v1, \k, \m, \n
    SBB_DOUBLE_AND \r2, \s2, \v2, \k, \m, \n
    SBB_DOUBLE_AND \r3, \s3, \v3, \k, \m, \n
.endm

.macro SBB_DOUBLE_AND r, s, v, k, m, n
    sltu    \m, \r, \s
    sub     \r, \r, \s
    sltu    \n, \r, \k
    sub     \r, \r, \k
    add     \n, \n, \m
    slli    \m, \v, 1
    sltu    \k, \r, \m
    sub     \r, \r, \m
    add     \k, \k, \n
    srli    \n, \v, 63
    add     \k, \k, \n
.endm

# d = 3/2·(r − c·2^256) mod p, weak, for any r and 0 ≤ c ≤ 2.  d may be r; c is lost.  59.
# T = 3·(r − c·2^256) − j·p with j = 2 or 3 and odd where r is: T is even and T ≤ 3·2^256 − 2·p < 2^257, so that T/2 = d − c·2^256
# with 0 ≤ c ≤ 5 (before the halving c can be −1).  −j·p = j·δ − j·2^256 is put in as the tripling goes: j, j·(2^32 − 1), 0, j·2^32 by words, −j on top.
.macro THREE_HALVES d0, d1, d2, d3, r0, r1, r2, r3, c, three, j, g, h, m, n
    li      \three, 3
    andi    \j, \r0, 1
    ori     \j, \j, 2
    mul     \d0, \r0, \three
    mulhu   \h, \r0, \three
    mul     \d1, \r1, \three
    mulhu   \g, \r1, \three
    add     \d0, \d0, \j
    sltu    \n, \d0, \j
    slli    \m, \j, 32
    add     \h, \h, \n
    sub     \n, \m, \j
    add     \h, \h, \n
    mul     \d2, \r2, \three
    add     \d1, \d1, \h
    sltu    \n, \d1, \h
    add     \h, \g, \n
    mulhu   \g, \r2, \three
    add     \m, \m, \g
    add     \d2, \d2, \h
    sltu    \n, \d2, \h
    mulhu   \g, \r3, \three
    add     \h, \m, \n
    mul     \d3, \r3, \three
    mul     \c, \c, \three
    add     \d3, \d3, \h
    sltu    \n, \d3, \h
    add     \c, \c, \j
    sub     \c, \c, \g
    sub     \c, \c, \n                  # T = d − c·2^256
    srli    \d0, \d0, 1
    slli    \n, \d1, 63
    or      \d0, \d0, \n
    srli    \d1, \d1, 1
    slli    \n, \d2, 63
    or      \d1, \d1, \n
    srli    \d2, \d2, 1
    slli    \n, \d3, 63
    or      \d2, \d2, \n
    srli    \d3, \d3, 1
    slli    \n, \c, 63
    or      \d3, \d3, \n
    addi    \c, \c, 1
    srli    \c, \c, 1
    FOLD_DOWN \d0, \d1, \d2, \d3, \d0, \d1, \d2, \d3, \c, \m, \n
.endm

# The frame of a point kernel: s0..s11 and ra.
.macro SAVE
    addi    sp, sp, -112
    sd      ra, 96(sp)
    sd      s0, 0(sp)
    sd      s1, 8(sp)
    sd      s2, 16(sp)
    sd      s3, 24(sp)
    sd      s4, 32(sp)
    sd      s5, 40(sp)
    sd      s6, 48(sp)
    sd      s7, 56(sp)
    sd      s8, 64(sp)
    sd      s9, 72(sp)
    sd      s10, 80(sp)
    sd      s11, 88(sp)
.endm

.macro RESTORE
    ld      ra, 96(sp)
    ld      s0, 0(sp)
    ld      s1, 8(sp)
    ld      s2, 16(sp)
    ld      s3, 24(sp)
    ld      s4, 32(sp)
    ld      s5, 40(sp)
    ld      s6, 48(sp)
    ld      s7, 56(sp)
    ld      s8, 64(sp)
    ld      s9, 72(sp)
    ld      s10, 80(sp)
    ld      s11, 88(sp)
    addi    sp, sp, 112
.endm

# Entries of table_select: z |= eight words at o(a1), if bit 63 of s3 is set, and eight words at o+64(a1), if bit 31 is.
# s3 moves on by one.  51.
.macro ENTRY_PAIR o
    ENTRY   \o, srai, 63
    ENTRY   \o+64, sraiw, 31
    slli    s3, s3, 1
.endm

# 25.
.macro ENTRY o, shift, bit
    \shift  t4, s3, \bit
    ld      t5, \o+0(a1)
    ld      t6, \o+8(a1)
    ld      s1, \o+16(a1)
    ld      s0, \o+24(a1)
    and     t5, t5, t4
    and     t6, t6, t4
    or      a4, a4, t5
    ld      t5, \o+32(a1)
    or      a5, a5, t6
    ld      t6, \o+40(a1)
    and     s1, s1, t4
    and     s0, s0, t4
    or      a6, a6, s1
    ld      s1, \o+48(a1)
    or      a7, a7, s0
    ld      s0, \o+56(a1)
    and     t5, t5, t4
    and     t6, t6, t4
    or      t0, t0, t5
    or      t1, t1, t6
    and     s1, s1, t4
    and     s0, s0, t4
    or      t2, t2, s1
    or      t3, t3, s0
.endm
