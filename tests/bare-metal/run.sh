#!/usr/bin/env bash
# Boots firmware of our own on the `virt` machines of QEMU (RV64, AArch64; no operating system, no heap, no std): known answers, and what
# making a key, signing and verifying need of flash, stack and instructions, optimised for size. Called by tests/run.sh, whose functions it uses.
#
# Flash is text, read-only data and initialised data of the whole image `minimal`, whose entry, console and measurement are some 1.5 KiB of it.
# Stack is what lies below the caller of an operation, down to the lowest word that was written: the wiped part counts.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emulation/lib.sh

here=tests/bare-metal
export CARGO_TARGET_DIR=target/bare-metal
mkdir -p "$CARGO_TARGET_DIR"

# build ARCHITECTURE FEATURES: the programs, as NAME-ARCHITECTURE-FEATURES in CARGO_TARGET_DIR.
build() {
    local linker target=riscv64imac-unknown-none-elf name
    [ "$1" = riscv64 ] || target=$1-unknown-none
    linker=$(binutil "$1" ld)
    RUSTFLAGS="${RUSTFLAGS-} -C linker=$linker -C linker-flavor=ld" build_std cargo build -q --release --locked \
        --manifest-path $here/Cargo.toml --features "${2/none/}" --target "$target" \
        -Zbuild-std=core -Zbuild-std-features=compiler-builtins-mem || fail "the firmware does not build for $target, $2"
    for name in vectors minimal; do
        cp "$CARGO_TARGET_DIR/$target/release/$name" "$CARGO_TARGET_DIR/$name-$1-$2"
    done
}

# boot ARCHITECTURE FIRMWARE [OPTION...]: what it prints. RV64 has M, A and C, and no more.
boot() {
    local machine
    case $1 in
        riscv64) machine=(-cpu "rv64,f=off,d=off,zba=off,zbb=off,zbc=off,zbs=off" -bios none) ;;
        aarch64) machine=(-cpu cortex-a57) ;;
    esac
    timeout 60 "qemu-system-$1" -M virt "${machine[@]}" -m 32M -nic none -display none -monitor none -serial stdio -kernel "${@:2}" </dev/null |
        tr -d '\r'
}

need qemu-system-riscv64 qemu-system-misc
need qemu-system-aarch64 qemu-system-arm

echo "| target | features | vectors | flash | ceiling | stack: make a key | sign | verify | ceiling | instructions: make a key | sign | verify |"
echo "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
failed=0
while read -r architecture features flash_ceiling stack_ceiling; do
    build "$architecture" "$features"

    firmware=$CARGO_TARGET_DIR/vectors-$architecture-$features
    log=$(boot "$architecture" "$firmware") || true
    [ "$(tail -n 1 <<<"$log")" = pass ] || fail "$firmware: $log"
    vectors=$(awk '$1 == "vectors" { print $2 }' <<<"$log")
    # With the answers turned round, every one of them has to be found wrong.
    if [ "$features" = precomp ]; then
        turned=0x$("$(binutil "$architecture" nm)" "$firmware" | awk '$3 == "turned" { print $1 }')
        log=$(boot "$architecture" "$firmware" -device "loader,addr=$turned,data=1,data-len=1") || true
        [ "$(tail -n 2 <<<"$log")" = "vectors $vectors failed $vectors"$'\n'fail ] ||
            fail "$firmware: wrong answers are taken: $(tail -n 2 <<<"$log")"
    fi

    firmware=$CARGO_TARGET_DIR/minimal-$architecture-$features
    log=$(boot "$architecture" "$firmware" -icount shift=0) || true
    [ "$(tail -n 1 <<<"$log")" = pass ] || fail "$firmware: $log"
    # The table for signing and verifying is there with `precomp`, and only then: without, eight points are.
    case $features:$("$(binutil "$architecture" nm)" "$firmware" | grep -c ODD_MULTIPLES) in
        none:0 | precomp:1) ;;
        *) fail "$firmware: the table is where it should not be, or not where it should" ;;
    esac
    flash=$("$(binutil "$architecture" size)" "$firmware" | awk 'NR == 2 { print $1 + $2 }')
    awk -v row="| $architecture | $features | $vectors | $flash | $flash_ceiling" -v above=$((flash > flash_ceiling)) -v ceiling="$stack_ceiling" '
        NF == 3 { stack[$1] = $2; count[$1] = $3; if ($2 > ceiling + 0) above = 1 }
        function cells(of) { return of["make-key"] " | " of["sign"] " | " of["verify"] }
        END {
            print row " | " cells(stack) " | " ceiling " | " cells(count) " |"
            exit above || length(stack) != 3
        }
    ' <<<"$log" || failed=1
done < <(grep -v '^#' $here/ceilings.txt)
[ $failed = 0 ] || fail "more flash or stack than the ceiling, or none told"
