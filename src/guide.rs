#![doc = include_str!("../docs/README.md")]

/// A page of `docs/`.
macro_rules! pages {
    ($($name:ident: $file:literal),+ $(,)?) => {
        $(
            #[doc = include_str!(concat!("../docs/", $file))]
            pub mod $name {}
        )+
    };
}

pages! {
    identifiers: "identifiers.md",
    signing: "signing.md",
    streams: "streams.md",
    tls: "tls.md",
    devices: "devices.md",
    certificates: "certificates.md",
}

#[doc = include_str!("../docs/features/README.md")]
pub mod features {
    pages! {
        precomp: "features/precomp.md",
        pkcs8: "features/pkcs8.md",
        pem: "features/pem.md",
        encryption: "features/encryption.md",
        alloc: "features/alloc.md",
        serde: "features/serde.md",
        getrandom: "features/getrandom.md",
        hazmat: "features/hazmat.md",
    }
}
