//! Words with carries, and 256-bit integers as four of them.

/// A 256-bit integer: four 64-bit limbs, the least significant first.
pub(crate) type Limbs = [u64; 4];

/// a + b + carry: (sum, carry out). `carry` and the carry out are 0 or 1.
#[inline(always)]
pub(crate) const fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let (t, c1) = a.overflowing_add(b);
    let (t, c2) = t.overflowing_add(carry);
    (t, (c1 | c2) as u64)
}

/// a − b − borrow: (difference, borrow out). `borrow` and the borrow out are 0 or 1.
#[inline(always)]
pub(crate) const fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let (t, b1) = a.overflowing_sub(b);
    let (t, b2) = t.overflowing_sub(borrow);
    (t, (b1 | b2) as u64)
}

/// a + b·c + carry: (low, high). Cannot overflow: (2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1.
#[inline(always)]
pub(crate) const fn mac(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let t = a as u128 + b as u128 * c as u128 + carry as u128;
    (t as u64, (t >> 64) as u64)
}

/// a + b as 256-bit integers: (sum, carry out).
#[inline(always)]
pub(crate) const fn add(a: &Limbs, b: &Limbs) -> (Limbs, u64) {
    let (s0, c) = adc(a[0], b[0], 0);
    let (s1, c) = adc(a[1], b[1], c);
    let (s2, c) = adc(a[2], b[2], c);
    let (s3, c) = adc(a[3], b[3], c);
    ([s0, s1, s2, s3], c)
}

/// a − b as 256-bit integers: (difference, borrow out).
#[inline(always)]
pub(crate) const fn sub(a: &Limbs, b: &Limbs) -> (Limbs, u64) {
    let (d0, c) = sbb(a[0], b[0], 0);
    let (d1, c) = sbb(a[1], b[1], c);
    let (d2, c) = sbb(a[2], b[2], c);
    let (d3, c) = sbb(a[3], b[3], c);
    ([d0, d1, d2, d3], c)
}

/// a·b: (low, high).
#[inline(always)]
const fn mul(a: u64, b: u64) -> (u64, u64) {
    let t = a as u128 * b as u128;
    (t as u64, (t >> 64) as u64)
}

/// t + x·y, for t < 2^256, as (low limb, the four above): at most (2^64 − 1)(2^256 − 1) + 2^256 − 1 < 2^320.
///
/// The low halves of the four products are one carry chain, the high halves another.
#[inline(always)]
const fn mul_row(t: &Limbs, x: u64, y: &Limbs) -> (u64, Limbs) {
    let (l0, h0) = mul(x, y[0]);
    let (l1, h1) = mul(x, y[1]);
    let (l2, h2) = mul(x, y[2]);
    let (l3, h3) = mul(x, y[3]);
    let (t0, c) = adc(t[0], l0, 0);
    let (t1, c) = adc(t[1], l1, c);
    let (t2, c) = adc(t[2], l2, c);
    let (t3, c) = adc(t[3], l3, c);
    let (t4, _) = adc(h3, 0, c);
    let (t1, c) = adc(t1, h0, 0);
    let (t2, c) = adc(t2, h1, c);
    let (t3, c) = adc(t3, h2, c);
    let (t4, _) = adc(t4, 0, c);
    (t0, [t1, t2, t3, t4])
}

/// The 512-bit product: (low half, high half).
#[inline(always)]
pub(crate) const fn mul_wide(a: &Limbs, b: &Limbs) -> (Limbs, Limbs) {
    let (r0, t) = mul_row(&[0; 4], a[0], b);
    let (r1, t) = mul_row(&t, a[1], b);
    let (r2, t) = mul_row(&t, a[2], b);
    let (r3, t) = mul_row(&t, a[3], b);
    ([r0, r1, r2, r3], t)
}

/// The 512-bit square: (low half, high half). The products off the diagonal are taken once and doubled.
#[inline(always)]
pub(crate) const fn sqr_wide(a: &Limbs) -> (Limbs, Limbs) {
    let (t1, c) = mac(0, a[0], a[1], 0);
    let (t2, c) = mac(0, a[0], a[2], c);
    let (t3, t4) = mac(0, a[0], a[3], c);
    let (t3, c) = mac(t3, a[1], a[2], 0);
    let (t4, t5) = mac(t4, a[1], a[3], c);
    let (t5, t6) = mac(t5, a[2], a[3], 0);

    let t7 = t6 >> 63;
    let t6 = t6 << 1 | t5 >> 63;
    let t5 = t5 << 1 | t4 >> 63;
    let t4 = t4 << 1 | t3 >> 63;
    let t3 = t3 << 1 | t2 >> 63;
    let t2 = t2 << 1 | t1 >> 63;
    let t1 = t1 << 1;

    let (t0, h) = mac(0, a[0], a[0], 0);
    let (t1, c) = adc(t1, h, 0);
    let (l, h) = mac(0, a[1], a[1], 0);
    let (t2, c) = adc(t2, l, c);
    let (t3, c) = adc(t3, h, c);
    let (l, h) = mac(0, a[2], a[2], 0);
    let (t4, c) = adc(t4, l, c);
    let (t5, c) = adc(t5, h, c);
    let (l, h) = mac(0, a[3], a[3], 0);
    let (t6, c) = adc(t6, l, c);
    let (t7, _) = adc(t7, h, c);

    ([t0, t1, t2, t3], [t4, t5, t6, t7])
}

/// Reads 32 bytes, big-endian.
#[inline(always)]
pub(crate) const fn from_be_bytes(bytes: &[u8; 32]) -> Limbs {
    let mut limbs = [0u64; 4];
    let mut i = 0;
    while i < 32 {
        limbs[3 - i / 8] = limbs[3 - i / 8] << 8 | bytes[i] as u64;
        i += 1;
    }
    limbs
}

/// Writes 32 bytes, big-endian.
#[inline(always)]
pub(crate) fn to_be_bytes(limbs: &Limbs) -> [u8; 32] {
    let mut bytes = [0u8; 32];
    for (chunk, limb) in bytes.chunks_exact_mut(8).zip(limbs.iter().rev()) {
        chunk.copy_from_slice(&limb.to_be_bytes());
    }
    bytes
}
