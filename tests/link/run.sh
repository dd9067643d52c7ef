#!/usr/bin/env bash
# Links two versions of the crate into one program for each target with assembly, looks at the program, and runs it.
# Called by tests/run.sh, whose functions it uses.
set -euo pipefail
cd "$(dirname "$0")/../.."

copy=target/link/copy
rm -rf "$copy"
mkdir -p "$copy"
cp -r build.rs src asm precomp README.md "$copy/"
sed '/^# Itself, with/d; /^sm2p256 = { path = "."/d; /^\[\[bench\]\]/,/^$/d; s/^version = .*/version = "0.999.0"/' Cargo.toml >"$copy/Cargo.toml"

for architecture in aarch64 riscv64 x86_64; do
    target=${architecture/riscv64/riscv64gc}-unknown-linux-gnu
    # The prefix of its tools, and what runs its programs.
    tool=$architecture-linux-gnu-
    runner=(qemu-$architecture -L "/usr/$architecture-linux-gnu")
    if [ "$architecture" = "$(uname -m)" ]; then
        tool=
        runner=()
    fi
    variable=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$target")_LINKER
    export "$variable=${tool}gcc"
    for_target std "$target" cargo build -q --manifest-path tests/link/Cargo.toml --target-dir target/bare-build
    program=target/bare-build/$target/debug/sm2p256-link

    [ "$("${tool}nm" "$program" | grep -c ' [tT] .*fe_mul')" -ge 2 ] || fail "$target: not two fe_mul in .text"
    outside=$("${tool}objdump" -t "$program" | grep -E 'fe_(mul|sqr|add|sub)|point_(double|add_affine)|table_select' |
        grep -v ' \.text' || true)
    [ -z "$outside" ] || fail "$target: kernels outside .text: $outside"
    "${tool}readelf" -lW "$program" | grep -qE 'GNU_STACK .* RW ' || fail "$target: the stack is executable"
    ${runner[@]+"${runner[@]}"} "$program" || fail "$target: the versions do not agree"
    echo "$target: two versions in one program, kernels in .text, stack not executable"
done
