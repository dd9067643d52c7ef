//! Before the clock: every SM2 peer agrees with our crate and with the reference, both ways.

use crate::{
    Result,
    contestant::{Contestant, Input, random_block},
    peers::Role,
};

/// Signs with each SM2 peer and verifies with sm2p256 and the reference, and the reverse; over a message
/// and, where both sides can, over a prehash. Every verifier must also refuse a signature over something else.
///
/// All SM2 peers must hold the same key. P-256 shares no signatures: it is checked by its own timed runs,
/// which fail on a refused signature, and here not at all.
pub(crate) fn agree(contestants: &mut [Box<dyn Contestant>]) -> Result<()> {
    for signer in 0..contestants.len() {
        for verifier in 0..contestants.len() {
            let roles = [contestants[signer].role(), contestants[verifier].role()];
            let other_curve = roles.iter().any(|role| matches!(role, Role::Yardstick | Role::OtherCurve));
            if other_curve || roles == [Role::Rival; 2] {
                continue;
            }
            pair(contestants, signer, verifier).map_err(|error| {
                let [signer, verifier] = [signer, verifier].map(|i| contestants[i].name());
                format!("{signer} signs, {verifier} verifies: {error}")
            })?;
        }
    }
    Ok(())
}

fn pair(contestants: &mut [Box<dyn Contestant>], signer: usize, verifier: usize) -> Result<()> {
    let [block, other] = [random_block(), random_block()];
    let mut inputs = vec![(Input::Message(&block), Input::Message(&other))];
    if contestants[signer].signs_prehash() && contestants[verifier].signs_prehash() {
        inputs.push((Input::Prehash(&block), Input::Prehash(&other)));
    }
    for (signed, other) in inputs {
        let signature = contestants[signer].sign(signed)?;
        if !contestants[verifier].verify(signed, &signature)? {
            return Err("a valid signature is refused".into());
        }
        if contestants[verifier].verify(other, &signature)? {
            return Err("a signature over something else is accepted".into());
        }
    }
    Ok(())
}
