#!/usr/bin/env bash
# Counts executed instructions under emulation and compares them with baseline.txt: see README.md.
#
#   ./tests/run.sh count             prints the table; fails if a count grew by more than 2%
#   ./tests/count/run.sh --update    the same, and writes baseline.txt
set -euo pipefail
cd "$(dirname "$0")/../.."

update=${SM2P256_COUNT_UPDATE-}
case "$#:${1-}" in
    0:) ;;
    1:--update) update=1 ;;
    *) echo "usage: $0 [--update]" >&2 && exit 2 ;;
esac
# `need`, `build_std` and `fail` are tests/run.sh's, which exports them.
if ! declare -F need build_std fail >/dev/null; then
    [ -z "${SM2P256_COUNT_ENTERED-}" ] || { echo "tests/run.sh exports no functions" >&2 && exit 2; }
    SM2P256_COUNT_ENTERED=1 SM2P256_COUNT_UPDATE=$update exec ./tests/run.sh count
fi

here=tests/count
baseline=$here/baseline.txt
rm -rf target/count
mkdir -p target/count
out=$(realpath target/count)
architectures=(aarch64 riscv64 x86_64)
. tests/emulation/lib.sh

# count ARCHITECTURE NAME SUFFIX: lines "operation|count", from two runs that agree.
count() {
    local first second
    first=$(emulate "$1" "$out/plugin.so" "$out/$2") || fail "$2 ended with status $?"
    second=$(emulate "$1" "$out/plugin.so" "$out/$2") || fail "$2 ended with status $?"
    [ "$first" = "$second" ] || fail "$2: two runs give different counts"
    awk -v suffix="$3" '
        $1 == "name" { id = $2 + 0; must[id] = $3; sub(/^name [0-9]+ [a-z]+ /, ""); name[id] = $0; next }
        $1 == "region" {
            id = $2 + 0; min = $6 + 0; max = $8 + 0; mean = $10 + 0
            if (name[id] == "nothing" && max != 0) bad = "an empty region counts " max
            if (must[id] == "same" && min != max) bad = name[id] suffix ": " min " to " max " with different secrets"
            print name[id] suffix "|" mean
        }
        END { if (bad) { print bad > "/dev/stderr"; exit 1 } }
    ' <<<"$first" || fail "$2: counts that cannot be"
}

need cc gcc libc6-dev
need qemu-aarch64 qemu-user
need qemu-riscv64 qemu-user
# All at a time: most of it is a `core` each, which takes one processor.
build_std true
jobs=()
for architecture in "${architectures[@]}"; do
    binutil "$architecture" ld >/dev/null
done
for architecture in "${architectures[@]}"; do
    for features in precomp ""; do
        build_guest $here/guest/Cargo.toml "$architecture" "$features" "$out/$architecture-${features:-none}"
    done &
    jobs+=($!)
done
for job in "${jobs[@]}"; do
    wait "$job"
done
build_plugin $here/plugin.c "$out/plugin.so" aarch64 "$out/aarch64-precomp"
jobs=()
for architecture in "${architectures[@]}"; do
    {
        count "$architecture" "$architecture-precomp" ""
        count "$architecture" "$architecture-none" "; no features"
    } >"$out/$architecture.txt" &
    jobs+=($!)
done
for job in "${jobs[@]}"; do
    wait "$job"
done

compiler=$(build_std rustc --version | cut -d ' ' -f 1,2)
awk -F ' *[|] *' -v compiler="$compiler" -v new="$out/baseline.txt" -v aarch64="$out/aarch64.txt" -v riscv64="$out/riscv64.txt" -v x86_64="$out/x86_64.txt" '
    # With a space between each three digits.
    function digits(n,    text) {
        for (text = ""; n >= 1000; n = int(n / 1000)) text = sprintf(" %03d", n % 1000) text
        return n text
    }
    function pair(a, b) { return a == "" && b == "" ? "" : digits(a) " / " digits(b) }
    # In bold if above the ceiling.
    function against(n, ceiling) {
        if (ceiling == "" || n <= ceiling + 0) return digits(n)
        above = 1
        return "**" digits(n) "**"
    }
    BEGIN {
        while ((getline < aarch64) > 0) a[$1] = $2
        while ((getline < riscv64) > 0) r[$1] = $2
        while ((getline < x86_64) > 0) x[$1] = $2
        print "# operation | AArch64 | RV64 | x86-64: executed instructions, " compiler > new
        print "| operation | AArch64 | RV64 | x86-64 | ceiling | best constant-time peer |\n|---|---:|---:|---:|---:|---:|"
    }
    /^#/ { next }
    !($1 in a && $1 in r && $1 in x) { print "no counts of: " $1 > "/dev/stderr"; exit 1 }
    {
        print $1 " | " a[$1] " | " r[$1] " | " x[$1] > new
        peer = pair($4, $5) ($6 == "" ? "" : " (" $6 ")")
        print "| " $1 " | " against(a[$1], $2) " | " against(r[$1], $3) " | " digits(x[$1]) " | " pair($2, $3) " | " peer " |"
    }
    END { exit above }
' $here/reference.txt || fail "a count is above its ceiling, or missing"

if [ -n "$update" ]; then
    cp "$out/baseline.txt" $baseline
    echo "written: $baseline"
    exit
fi
[ -f $baseline ] || fail "no $baseline: ./tests/count/run.sh --update writes it"
awk -F ' *[|] *' '
    function compare(architecture, new, old) {
        if (new > old * 1.02) { print $1 ", " architecture ": " old " grew to " new; grew = 1 }
        else if (new < old * 0.98) { print $1 ", " architecture ": " old " fell to " new; fell = 1 }
    }
    FNR == 1 { sub(/.*, /, ""); compiler[FILENAME] = $0 }
    /rustc/ { next }
    FNR == NR { known[$1] = 1; a[$1] = $2; r[$1] = $3; x[$1] = $4; next }
    !($1 in known) { print $1 ": not in the baseline"; grew = 1; next }
    { compare("AArch64", $2, a[$1]); compare("RV64", $3, r[$1]); compare("x86-64", $4, x[$1]) }
    END {
        if (compiler[ARGV[1]] != compiler[ARGV[2]]) print "The baseline is of " compiler[ARGV[1]] ", these counts of " compiler[ARGV[2]] "."
        if (grew || fell) print "If that is meant to be: ./tests/count/run.sh --update"
        exit grew
    }
' $baseline "$out/baseline.txt" || fail "counts grew by more than 2%"
