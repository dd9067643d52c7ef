fn main() {
    // sm2.mjs wipes the stack, which lies below the address that this global holds between calls.
    println!("cargo::rustc-link-arg-cdylib=--export=__stack_pointer");
    println!("cargo::rustc-link-arg-cdylib=--stack-first");
    // The operations need less than 16 KiB.
    println!("cargo::rustc-link-arg-cdylib=-zstack-size=65536");
}
