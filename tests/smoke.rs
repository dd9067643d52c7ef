use sm2p256::rand_core;
use sm2p256::signature::hazmat::*;
use sm2p256::*;
fn hex(s: &str) -> Vec<u8> {
    (0..s.len() / 2).map(|i| u8::from_str_radix(&s[2 * i..2 * i + 2], 16).unwrap()).collect()
}
#[test]
fn verify() {
    let j: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string("tests/vectors/edge_verify.json").unwrap()).unwrap();
    let mut bad = 0;
    let mut n = 0;
    for v in j["vectors"].as_array().unwrap() {
        let r = (|| -> Option<()> {
            let k = Sm2VerifyingKey::from_sec1_bytes(&hex(v["pub"].as_str()?)).ok()?;
            let s = Sm2Signature::from_der(&hex(v["sig_der"].as_str()?)).ok()?;
            k.verify_prehash(&hex(v["e"].as_str()?), &s).ok()
        })()
        .is_some();
        n += 1;
        if r != (v["result"] == "valid") {
            bad += 1;
            println!("{} {} {}", v["tcId"], v["comment"], v["category"]);
        }
    }
    println!("{n} {bad}");
    assert_eq!(bad, 0);
}
#[test]
fn sign() {
    let j: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string("tests/vectors/edge_sign.json").unwrap()).unwrap();
    for v in j["vectors"].as_array().unwrap() {
        let h = |n: &str| -> [u8; 32] { hex(v[n].as_str().unwrap()).try_into().unwrap() };
        let s = Sm2SigningKey::from_bytes(&h("d")).and_then(|k| {
            if let Some(p) = v["pub"].as_str() {
                assert_eq!(hex(p), k.verifying_key().to_sec1_bytes())
            }
            hazmat::sign_prehash_with_nonce(&k, &h("e"), &h("k"))
        });
        if v["result"] == "valid" {
            let s = s.unwrap();
            assert_eq!(s.to_der().as_bytes(), hex(v["sig_der"].as_str().unwrap()), "{}", v["comment"]);
        } else {
            assert!(s.is_err(), "{}", v["comment"]);
        }
    }
}
#[test]
fn speed() {
    struct R(u64);
    impl rand_core::TryRng for R {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> core::result::Result<u32, Self::Error> {
            Ok(0)
        }
        fn try_next_u64(&mut self) -> core::result::Result<u64, Self::Error> {
            Ok(0)
        }
        fn try_fill_bytes(&mut self, b: &mut [u8]) -> core::result::Result<(), Self::Error> {
            for x in b {
                self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
                *x = (self.0 >> 33) as u8;
            }
            Ok(())
        }
    }
    impl rand_core::TryCryptoRng for R {}
    {
        let k = Sm2SigningKey::from_bytes(&[0x42; 32]).unwrap();
        let mut e = [1u8; 32];
        let mut r = R(1);
        let t = std::time::Instant::now();
        let n = 5000;
        for _ in 0..n {
            let s: Sm2Signature = k.sign_prehash_with_rng(&mut r, &e).unwrap();
            e[0] ^= s.to_bytes()[3];
        }
        println!("sign hedged {:?}", t.elapsed() / n);
    }

    use std::time::Instant;
    let k = Sm2SigningKey::from_bytes(&[0x42; 32]).unwrap();
    let mut e = [1u8; 32];
    let t = Instant::now();
    let n = 5000;
    let mut s: Sm2Signature = k.sign_prehash(&e).unwrap();
    for _ in 0..n {
        s = k.sign_prehash(&e).unwrap();
        e[0] ^= s.to_bytes()[3];
    }
    println!("sign {:?}", t.elapsed() / n);
    let t = Instant::now();
    for _ in 0..n {
        s = hazmat::sign_prehash_with_nonce(&k, &e, &[7; 32]).unwrap();
        e[0] ^= s.to_bytes()[3];
    }
    println!("sign nonce {:?}", t.elapsed() / n);
    let s: Sm2Signature = k.sign_prehash(&e).unwrap();
    let t = Instant::now();
    let n = 2000;
    for _ in 0..n {
        k.verifying_key().verify_prehash(&e, &s).unwrap();
    }
    println!("verify {:?}", t.elapsed() / n);
    use sm2::dsa;
    let rk = dsa::SigningKey::from_slice("1234567812345678", &[0x42; 32]).unwrap();
    let t = Instant::now();
    let mut rs: dsa::Signature = rk.sign_prehash(&e).unwrap();
    for _ in 0..n {
        rs = rk.sign_prehash(&e).unwrap();
        e[0] ^= rs.to_bytes()[3];
    }
    println!("rc sign {:?}", t.elapsed() / n);
    let s: Sm2Signature = k.sign_prehash(&e).unwrap();
    let rs: dsa::Signature = rk.sign_prehash(&e).unwrap();
    assert_eq!(s.to_bytes(), rs.to_bytes());
    let t = Instant::now();
    for _ in 0..n {
        rk.verifying_key().verify_prehash(&e, &rs).unwrap();
    }
    println!("rc verify {:?}", t.elapsed() / n);
}
