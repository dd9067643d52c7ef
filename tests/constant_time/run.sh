#!/usr/bin/env bash
# Shows on the machine code that time does not depend on secrets and that nothing of them is left behind: see README.md.
# Called by tests/run.sh, whose functions it uses.
#
#   ./tests/run.sh constant-time                everything
#   ./tests/constant_time/run.sh ARCHITECTURE   one of aarch64, riscv64, x86_64, memcheck (from tests/run.sh's environment)
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emulation/lib.sh

here=tests/constant_time
[ $# -gt 0 ] || set -- aarch64 riscv64 x86_64 memcheck
out=$(mkdir -p target/constant-time && realpath target/constant-time)

need cc gcc libc6-dev
need python3 python3
need qemu-aarch64 qemu-user

# Traces, instructions and residue of one architecture: each set of features, optimised for speed and for size.
emulated() {
    local architecture=$1 features level label program failed=0
    export CARGO_TARGET_DIR=$out/$architecture
    for level in 3 z; do
        for features in precomp ""; do
            label="$architecture, ${features:-no features}, opt-level $level"
            program=$out/$architecture-${features:-none}-$level
            # With FEAT_DIT: the emulator has it, but its Linux does not tell.
            RUSTFLAGS=$([ "$architecture" != aarch64 ] || echo "-C target-feature=+dit") CARGO_PROFILE_RELEASE_OPT_LEVEL=$level \
                build_guest $here/guest/Cargo.toml "$architecture" "$features" "$program"
            [ -f "$out/plugin-$architecture.so" ] || build_plugin $here/plugin.c "$out/plugin-$architecture.so" "$architecture" "$program"
            emulate "$architecture" "$out/plugin-$architecture.so" "$program" >"$program.traces" ||
                fail "$label: ended with status $?: $(tail -n 1 "$program.traces")"
            # On this machine's own architecture without the emulator.
            if [ "$architecture" = "$(uname -m)" ]; then
                "$program" residue >"$program.residue"
            else
                emulate "$architecture" "" "$program" residue >"$program.residue"
            fi || fail "$label: ended with status $?: $(tail -n 1 "$program.residue")"
            [ "$architecture" != aarch64 ] || emulate "$architecture" "" "$program" two arguments | grep '^DIT is set' ||
                fail "$label: DIT is not set, or not put back"
            python3 $here/report.py "$architecture" "$label" "$program" "$program.traces" "$program.residue" \
                "$(binutil "$architecture" objdump)" "$(binutil "$architecture" addr2line)" || failed=1
        done
    done
    return $failed
}

failed=0
echo "| build | operation | secrets | distinct traces | instructions on no list | residue |"
echo "|---|---|---:|---:|---:|---:|"
for part in "$@"; do
    case $part in
        memcheck) $here/memcheck/run.sh || failed=1 ;;
        *) emulated "$part" || failed=1 ;;
    esac
done
[ $failed = 0 ] || fail "not constant-time, or a check that does not find what it should"
