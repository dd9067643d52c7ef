#!/usr/bin/env bash
# Valgrind's memcheck with the secrets marked undefined, on x86-64: debug and release, each set of features; and that it finds the
# leaks that are planted. Called by tests/constant_time/run.sh.
set -euo pipefail
cd "$(dirname "$0")/../../.."

[ "$(uname -m)" = x86_64 ] || { [ -z "${CI-}" ] || fail "memcheck needs x86-64"; echo "memcheck: not run, it needs x86-64"; exit; }
need valgrind valgrind libc6-dbg
here=tests/constant_time/memcheck
target=target/constant-time/memcheck

memcheck() {
    valgrind -q --error-exitcode=99 --suppressions=$here/suppressions "$@"
}

failed=0
for features in precomp ""; do
    for profile in dev release; do
        label="x86_64, ${features:-no features}, memcheck, $profile"
        RUSTFLAGS='--cfg sm2p256_memcheck' cargo build -q --locked --manifest-path $here/Cargo.toml --target-dir $target \
            --profile $profile --features "$features" || fail "$label: does not build"
        program=$target/${profile/dev/debug}/sm2p256-memcheck
        log=$target/log
        if memcheck "$program" >$log 2>&1; then
            echo "  $label: $(wc -l <$log) operations, no branch and no address depends on a secret"
        else
            echo "  $label: FAILED" && cat $log && failed=1
        fi
        for control in "branch on a nonce bit" "indexed load" "early exit"; do
            if memcheck "$program" "$control" >$log 2>&1; then
                echo "  control, $label: $control: NOT FOUND" && failed=1
            elif grep -q "^$control" $log; then
                echo "  control, $label: $control: found"
            else
                cat $log && failed=1
            fi
        done
    done
done
exit $failed
