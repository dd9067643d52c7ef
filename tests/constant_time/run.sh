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
[ $# -gt 0 ] || set -- x86_64 aarch64 memcheck riscv64
out=$(mkdir -p target/constant-time && realpath target/constant-time)

need cc gcc libc6-dev
need python3 python3
need qemu-aarch64 qemu-user

# Traces, instructions and residue of one architecture: each set of features, optimised for speed and for size.
emulated() {
    local architecture=$1 backend features level label program flags failed=0
    rm -f "$out/plugin-$architecture.so"
    # On x86-64 the emulated processor has what the assembly needs, so that the portable code has to be asked for.
    for backend in "" $([ "$architecture" != x86_64 ] || echo portable); do
        # As cargo tells build scripts of --cfg sm2p256_backend, for which it would build `core` anew.
        [ -z "$backend" ] || export CARGO_CFG_SM2P256_BACKEND=$backend
        for level in 3 z; do
            for features in precomp ""; do
                label="$architecture${backend:+ $backend}, ${features:-no features}, opt-level $level"
                program=$out/$architecture$backend-${features:-none}-$level
                # With FEAT_DIT: the emulator has it, but its Linux does not tell.
                flags=$([ "$architecture" != aarch64 ] || echo "-C target-feature=+dit")
                RUSTFLAGS=$flags CARGO_PROFILE_RELEASE_OPT_LEVEL=$level \
                    build_guest $here/guest/Cargo.toml "$architecture" "$features" "$program"
                case ${backend:-assembly}:$("$(binutil "$architecture" nm)" "$program" | grep -c 7backend8assembly) in
                    portable:0 | assembly:[1-9]*) ;;
                    *) fail "$label: another backend" ;;
                esac
                examine "$architecture" "$label" "$program" || failed=1
            done
        done
    done
    return $failed
}

# examine ARCHITECTURE LABEL PROGRAM
examine() {
    [ -f "$out/plugin-$1.so" ] || build_plugin $here/plugin.c "$out/plugin-$1.so" "$1" "$3"
    emulate "$1" "$out/plugin-$1.so" "$3" >"$3.traces" || fail "$2: ended with status $?: $(tail -n 1 "$3.traces")"
    # On this machine's own architecture without the emulator.
    if [ "$1" = "$(uname -m)" ]; then
        "$3" residue >"$3.residue"
    else
        emulate "$1" "" "$3" residue >"$3.residue"
    fi || fail "$2: ended with status $?: $(tail -n 1 "$3.residue")"
    if [ "$1" = aarch64 ]; then
        emulate "$1" "" "$3" two arguments | grep '^DIT is set' || fail "$2: DIT is not set, or not put back"
    fi
    python3 $here/report.py "$1" "$2" "$3" "$3.traces" "$3.residue" "$(binutil "$1" objdump)" "$(binutil "$1" addr2line)"
}

# What has to be installed, before two parts might do it at once.
for part in "$@"; do
    case $part in
        memcheck) need valgrind valgrind libc6-dbg ;;
        *) binutil "$part" ld >/dev/null ;;
    esac
done
build_std true

# All parts at a time, each with its output in a file.
jobs=()
for part in "$@"; do
    case $part in
        memcheck) $here/memcheck/run.sh ;;
        *) emulated "$part" ;;
    esac >"$out/$part.log" 2>&1 &
    jobs+=($!)
done

failed=0
echo "| build | operation | secrets | distinct traces | instructions on no list | residue |"
echo "|---|---|---:|---:|---:|---:|"
for part in "$@"; do
    wait "${jobs[0]}" || failed=1
    jobs=("${jobs[@]:1}")
    cat "$out/$part.log"
done
[ $failed = 0 ] || fail "not constant-time, or a check that does not find what it should"
