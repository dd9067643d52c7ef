#!/usr/bin/env bash
# Runs the tests. Installs what they need where it can (Debian, as root); names what is missing where it cannot.
#
#   ./tests/run.sh            everything that CI runs
#   ./tests/run.sh STEP ...   these steps alone: lint test portable cross words link count constant-time msrv bare-metal package fuzz peers deny wasm no-std mutants
#
# SM2P256_TEST_ITERATIONS limits the random cases of each test; under emulation it is 250,000 unless it is set: with two pairs a
# case and two sets of features, a million pairs for each kernel. Unit tests of what is not a kernel take a tenth of it, tests of what is
# public a ten-thousandth.
set -euo pipefail
cd "$(dirname "$0")/.."

steps=(lint test portable cross words link count constant-time msrv bare-metal package fuzz peers)
# Share no folder with the others: they have the time that those leave over.
beside=(deny wasm no-std mutants)
# A run from nothing has no use for what makes the next one faster.
[ -z "${CI-}" ] || export CARGO_INCREMENTAL=0
say() { printf '\n== %s\n' "$*"; }
fail() { printf 'run.sh: %s\n' "$*" >&2; exit 1; }

# need COMMAND PACKAGE...: the command is there, or the packages that bring it can be installed. One at a time.
need() {
    local command=$1
    shift
    mkdir -p target
    {
        flock 9
        command -v "$command" >/dev/null && return
        [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
            fail "'$command' is missing: install $* (Debian's names), or run as root on Debian"
        say "installing $*"
        [ -n "${SM2P256_APT_UPDATED-}" ] || apt-get update -qq
        export SM2P256_APT_UPDATED=1
        DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >/dev/null
        command -v "$command" >/dev/null || fail "$* did not bring '$command'"
    } 9>target/install.lock
}

# A toolchain that builds the standard library for other targets: rustup's own where it has the sources, else Debian's.
build_std() {
    local sources=lib/rustlib/src/rust/library/core
    if [ -d "$(rustc --print sysroot)/$sources" ]; then
        RUSTC_BOOTSTRAP=1 "$@"
    else
        [ -d "$(/usr/bin/rustc --print sysroot 2>/dev/null)/$sources" ] || need /usr/bin/rustc rustc-web cargo-web rust-web-src
        PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 "$@"
    fi
}

# rustup_std TARGET: rustup's toolchain has the standard library of a target, or fetches it. Where that fails once, it is not tried again.
rustup_std() {
    mkdir -p target
    {
        flock 9
        [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
        [ ! -e target/no-rustup ] && timeout 60 rustup target add "$1" >/dev/null 2>&1 && return
        : >target/no-rustup
        return 1
    } 9>target/install.lock
}

# debian_std TARGET ARCHITECTURE: fetches the standard library of a target into target/debian, where it is Debian's compiler that would build it, and
# Debian has it: that takes some seconds, and building it a minute.
debian_std() {
    local to=target/debian version options
    ! rustup_std "$1" && [ ! -d "$(rustc --print sysroot)/lib/rustlib/src" ] && [ ! -d "$to/lib/rustlib/$1" ] || return 0
    build_std true
    version=$(dpkg-query --show --showformat '${Version}' rustc-web 2>/dev/null) || return 0
    mkdir -p "$to/lists/partial" "$to/lib/rustlib"
    options=(-qq -o "APT::Architectures::=$2" -o "Dir::State::lists=$PWD/$to/lists")
    (
        cd "$to" &&
            apt-get "${options[@]}" update &&
            apt-get "${options[@]}" download "libstd-rust-web-dev:$2=$version" &&
            dpkg -x libstd-rust-web-dev_*_"$2".deb . &&
            mv "usr/lib/rustlib/$1" lib/rustlib/
    ) 2>/dev/null || echo "the standard library for $1 cannot be fetched: it is built"
}

# for_target LIBRARIES TARGET cargo COMMAND...: a cargo command for a target, with its libraries built where rustup_std and debian_std have none.
for_target() {
    local libraries=$1 target=$2 command=$4
    shift 4
    if rustup_std "$target"; then
        cargo "$command" --target "$target" "$@"
    elif [ "$libraries" = std ] && [ -d "target/debian/lib/rustlib/$target" ]; then
        local sysroot=--sysroot=$PWD/target/debian
        PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS=$sysroot RUSTDOCFLAGS=$sysroot \
            cargo "$command" --target "$target" "$@"
    else
        build_std cargo "$command" --target "$target" "-Zbuild-std=$libraries" "$@"
    fi
}

step_lint() {
    cargo fmt --check
    for package in tests/count/guest tests/constant_time/guest tests/constant_time/memcheck tests/emulation/machine tests/bare-metal examples/wasm fuzz benches/peers; do
        cargo fmt --check --manifest-path "$package/Cargo.toml"
    done
    cargo clippy --all-targets --all-features -- -D warnings
    for features in "" precomp pkcs8 pkcs8,alloc pem encryption serde getrandom hazmat; do
        cargo clippy --lib --no-default-features --features "$features" -- -D warnings
    done
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --all-features
    ! grep -rnE '\bunsafe\b' src --include='*.rs' | grep -v '^src/backend/' ||
        fail "unsafe outside src/backend"
}

# Other projects' vectors, where they are beside the checkout; the tests say so where they are not.
[ ! -d ../shared/vectors ] || export SM2P256_VECTORS=${SM2P256_VECTORS:-$(realpath ../shared/vectors)}

# For the examples' sake every test build of the package has `pem` and `getrandom` on. Here, with the same files, the features are those
# that are asked for, the examples with their tests are left out without these two, and so are the benchmarks:
# bare_test FEATURES [OPTION...]. The array `with` goes in front of cargo; the crate is optimised at `level`, if that is set.
bare_test() {
    local bare=target/bare file
    rm -rf "$bare"
    mkdir -p "$bare"
    {
        sed -E "/^# Itself, with/d; /^sm2p256 = \{ path = \"\.\"/d; /^criterion/d; /^\[\[bench\]\]/,/^\$/d
            ${level:+s/^(sm2p256\.opt-level) = .*/\\1 = $level/}" Cargo.toml
        printf '\n[[example]]\nname = "%s"\nrequired-features = ["pem", "getrandom"]\n' sm2 x509
    } >"$bare/Cargo.toml"
    cp Cargo.lock "$bare/"
    for file in build.rs README.md docs src asm precomp tests examples; do
        ln -s "../../$file" "$bare/$file"
    done
    # Panics tell where they are without debug information, which takes a fifth of the time to build.
    CARGO_PROFILE_DEV_DEBUG=0 ${with[@]+"${with[@]}"} cargo test --manifest-path "$bare/Cargo.toml" --target-dir "target/bare-build" \
        --no-default-features --features "$@"
}

step_test() {
    need openssl openssl
    cargo test --all-features
}

# The overrides of the backend; without features, so that one build shows both.
step_portable() {
    export RUSTFLAGS='--cfg sm2p256_backend="portable"'
    bare_test ""
    export RUSTFLAGS='--cfg sm2p256_backend="assembly"'
    cargo check --lib --target-dir target/bare-build
    export RUSTFLAGS='--cfg sm2p256_backend="protable"'
    local log
    if log=$(cargo check --lib --target-dir target/bare-build 2>&1); then
        fail "an unknown backend was accepted"
    fi
    grep -q 'sm2p256_backend="protable" names no backend' <<<"$log" || fail "an unknown backend gave: $log"
    unset RUSTFLAGS
}

# emulated TARGET EMULATOR GNU ARCHITECTURE [OPTION...]: linker and runner of a Linux target that has the GNU name GNU and Debian's name
# ARCHITECTURE; options for the emulator.
emulated() {
    local target=$1 emulator=$2 gnu=$3 architecture=$4 variables
    shift 4
    need "$emulator" qemu-user
    need "$gnu-gcc" "gcc-$gnu" "libc6-dev-$architecture-cross"
    variables=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$target")
    set -- "$emulator" "$@" -L "/usr/$gnu"
    export "${variables}_LINKER=$gnu-gcc" "${variables}_RUNNER=$*" SM2P256_TEST_RUNNER="$*"
}

# Every test, on the targets that have assembly, under emulation; but for PEM and what needs it, the programs of examples/ and OpenSSL's
# command line, in which there is nothing of the target.
step_cross() {
    export SM2P256_TEST_ITERATIONS=${SM2P256_TEST_ITERATIONS:-250000}
    # Under emulation, optimising tests takes less time than they do otherwise.
    local target with level=2
    for target in aarch64-unknown-linux-gnu riscv64gc-unknown-linux-gnu; do
        case $target in
            aarch64*)
                emulated "$target" qemu-aarch64 aarch64-linux-gnu arm64
                debian_std "$target" arm64
                ;;
            # Without the extensions that the emulator has and base RV64GC has not.
            riscv64*) emulated "$target" qemu-riscv64 riscv64-linux-gnu riscv64 -cpu rv64,zba=off,zbb=off,zbc=off,zbs=off ;;
        esac
        with=(for_target std "$target")
        bare_test precomp,pkcs8,hazmat
        bare_test pkcs8,hazmat
        # The emulator's default processor has FEAT_DIT, this one has not.
        case $target in
            aarch64*) QEMU_CPU=cortex-a57 bare_test pkcs8,hazmat --lib timing_is ;;
        esac
    done
    unset SM2P256_TEST_ITERATIONS SM2P256_TEST_RUNNER
}

# All vectors and the unit tests where words have 32 bits, and where the byte order is the other one; the portable backend.
step_words() {
    export SM2P256_TEST_ITERATIONS=${SM2P256_TEST_ITERATIONS:-20000}
    local with level=2 options=(--lib --test suite)
    emulated i686-unknown-linux-gnu qemu-i386 i686-linux-gnu i386
    debian_std i686-unknown-linux-gnu i386
    # Most x86-64 systems run such programs themselves.
    local loader=/usr/i686-linux-gnu/lib/ld-linux.so.2
    ! "$loader" --version >/dev/null 2>&1 ||
        export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUNNER="$loader --library-path ${loader%/*}"
    with=(for_target std i686-unknown-linux-gnu)
    bare_test pem,hazmat "${options[@]}"
    emulated s390x-unknown-linux-gnu qemu-s390x s390x-linux-gnu s390x
    with=(for_target std s390x-unknown-linux-gnu)
    bare_test precomp,pem,hazmat "${options[@]}" -- --skip openssl --skip x509
    unset SM2P256_TEST_ITERATIONS SM2P256_TEST_RUNNER
}

# The WebAssembly example under Node: sizes and vectors, built small and fast, with and without the table.
step_wasm() {
    need node nodejs
    need wasm-ld lld
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld
    local level features module modules=()
    for level in '"z"' 3; do
        for features in pkcs8,hazmat precomp,pkcs8,hazmat; do
            for_target core wasm32-unknown-unknown cargo build -q --release --manifest-path examples/wasm/Cargo.toml --target-dir target/wasm \
                --config "profile.release.package.sm2p256.opt-level=$level" --config "profile.release.package.sm3.opt-level=$level" \
                --no-default-features --features "$features"
            module=target/wasm/${level//\"/}-$features.wasm
            cp target/wasm/wasm32-unknown-unknown/release/sm2p256_wasm.wasm "$module"
            modules+=("$module")
        done
    done
    node examples/wasm/test.mjs "${modules[@]}"
}

# What the kernels become in an object file: their sections, the stack note, and two versions of the crate in one program.
step_link() {
    need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
    need riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
    tests/link/run.sh
}

step_count() {
    need qemu-aarch64 qemu-user
    tests/count/run.sh
}

step_constant-time() {
    tests/constant_time/run.sh
}

# Clippy's incompatible_msrv looks at the library calls in every run; the compiler itself needs the toolchain.
step_msrv() {
    local msrv
    msrv=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    if timeout 60 rustup toolchain install --profile minimal "$msrv" >/dev/null 2>&1; then
        CARGO_TARGET_DIR=target/msrv cargo "+$msrv" check --lib --all-features
    else
        echo "not run: no toolchain $msrv is to be had here"
    fi
}

# no_std TARGET...: builds the library with `core` alone, in a folder of its own.
no_std() {
    local target features
    for target in "$@"; do
        for features in "" precomp,hazmat,pkcs8,serde; do
            for_target core "$target" cargo build -q --lib --target-dir "target/no-std/$1" \
                --no-default-features --features "$features"
            echo "$target '$features': built"
        done
    done
}

# Others are built by the steps wasm (wasm32-unknown-unknown) and bare-metal (aarch64-unknown-none, riscv64imac-unknown-none-elf).
step_no-std() {
    printf '%s\n' thumbv7em-none-eabi aarch64-unknown-none-softfloat \
        aarch64-apple-darwin aarch64-pc-windows-msvc x86_64-pc-windows-msvc |
        xargs -P 2 -n 3 bash -euo pipefail -c 'no_std "$@"' no_std
}

step_bare-metal() {
    tests/bare-metal/run.sh
}

step_package() {
    cargo package --allow-dirty
}

# Licences, versions and sources of the dependencies, and what is known against them, where that can be had.
step_deny() {
    # Not optimised: it runs for a second, and would take minutes to build.
    cargo deny --version >/dev/null 2>&1 || CARGO_PROFILE_DEV_DEBUG=0 cargo install -q --locked --debug cargo-deny@0.20.2
    cargo deny --locked check --hide-inclusion-graph bans licenses sources
    mkdir -p target
    timeout 60 cargo deny fetch db >target/deny.log 2>&1 || grep . target/deny.log | tail -n 1
    if compgen -G "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs/advisory-db-*" >/dev/null; then
        cargo deny --locked --offline check --hide-inclusion-graph advisories
    else
        echo "not run: advisories, as their database cannot be had here"
    fi
}

# What is found goes to target/corpus: fuzz/corpus, with what was worth keeping, is read alone. Built with the flags of `cargo fuzz build -s none`
# (cargo-fuzz 0.13), which would take longer to install than all targets to build.
step_fuzz() {
    need c++ g++
    local coverage='-Cllvm-args=-sanitizer-coverage'
    RUSTFLAGS="-Cpasses=sancov-module $coverage-level=4 $coverage-inline-8bit-counters $coverage-pc-table $coverage-trace-compares \
        $coverage-stack-depth --cfg fuzzing -Cdebug-assertions -Ccodegen-units=1" \
        cargo build --release --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --target "$(rustc --print host-tuple)"
    # Four at a time.
    sed -n 's/^name = "\(.*\)"/\1/p' fuzz/Cargo.toml | tail -n +2 | xargs -P 4 -I{} sh -c 'mkdir -p target/corpus/{} fuzz/corpus/{} &&
        target/fuzz/*/release/{} -artifact_prefix=target/corpus/ -max_total_time=30 target/corpus/{} fuzz/corpus/{} fuzz/seeds/{} >target/fuzz-{}.log 2>&1 &&
        grep -H "^Done" target/fuzz-{}.log' || fail "fuzzing: see target/fuzz-*.log"
}

# Faults in the code, one at a time, that the tests have to find. All of them take hours: CI takes those in the steps of verification, as many as
# it gets through in ten minutes beside the other steps.
step_mutants() {
    cargo mutants --version >/dev/null 2>&1 || CARGO_PROFILE_DEV_DEBUG=0 cargo install -q --locked --debug cargo-mutants@27.1.0
    export SM2P256_TEST_ITERATIONS=${SM2P256_TEST_ITERATIONS:-20}
    local found=target/mutants.out status=0
    rm -rf "$found"
    if [ -z "${CI-}" ]; then
        cargo mutants --output target
    else
        CARGO_INCREMENTAL=1 timeout --signal INT 600 cargo mutants --output target -F '^src/scheme/verify\.rs' >target/mutants.log 2>&1 || status=$?
        [[ $status = 0 || $status = 124 ]] && [ ! -s $found/missed.txt ] && [ -s $found/caught.txt ] || fail "mutants: see target/mutants.log"
        echo "$(wc -l <$found/caught.txt) faults found, none missed"
    fi
    unset SM2P256_TEST_ITERATIONS
}

# The comparison builds C libraries, so it is compiled here with the one peer that needs none, and run by hand.
step_peers() {
    cargo clippy --manifest-path benches/peers/Cargo.toml --target-dir target/peers \
        --no-default-features --features precomp,rustcrypto -- -D warnings
}

export -f say fail need build_std rustup_std for_target no_std

# run STEP...: one after the other.
run() {
    local step times=()
    for step in "$@"; do
        say "$step"
        SECONDS=0
        "step_$step"
        times+=("$step ${SECONDS}s")
        say "${times[-1]}"
    done
    say "all passed: $(IFS=, && echo "${times[*]}")"
}

for step in "$@"; do
    [[ " ${steps[*]} ${beside[*]} " = *" $step "* ]] || fail "no step '$step': ${steps[*]} ${beside[*]}"
done
rm -f target/no-rustup
if [ $# -gt 0 ]; then
    run "$@"
else
    mkdir -p target
    run "${beside[@]}" >target/beside.log 2>&1 &
    lane=$!
    renice -n 10 $lane >/dev/null
    trap 'kill $lane 2>/dev/null || true' EXIT
    run "${steps[@]}"
    wait $lane || { cat target/beside.log && fail "a step of: ${beside[*]}"; }
    cat target/beside.log
fi
