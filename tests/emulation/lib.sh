# For the scripts that run programs without libc under emulation, with a plugin. Sourced by them.
#
# `need`, `build_std` and `fail` are tests/run.sh's, which exports them.

# The target of an architecture.
triple() { echo "${1/riscv64/riscv64gc}-unknown-linux-gnu"; }

# A tool of the binutils for an architecture: this machine's own has no prefix.
binutil() {
    if [ "$1" = "$(uname -m)" ]; then
        need "$2" binutils
        echo "$2"
    else
        need "$1-linux-gnu-$2" "binutils-${1/_/-}-linux-gnu"
        echo "$1-linux-gnu-$2"
    fi
}

# build_guest MANIFEST ARCHITECTURE FEATURES OUT: the one program of the package, static and without libc. All guests of an architecture
# share a folder and a profile, so that `core` is built once for what has the same RUSTFLAGS.
build_guest() {
    local linker triple name empty library
    local -x CARGO_TARGET_DIR=target/guests/$2
    linker=$(binutil "$2" ld)
    triple=$(triple "$2")
    name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$1")
    # The crate libc asks for these; the one symbol of them that is used is the program's own.
    mkdir -p "$CARGO_TARGET_DIR/empty"
    empty=$(realpath "$CARGO_TARGET_DIR/empty")
    for library in c gcc gcc_eh rt pthread util dl; do
        ar rcs "$empty/lib$library.a"
    done
    RUSTFLAGS="${RUSTFLAGS-} -L $empty -C linker=$linker -C linker-flavor=ld -C target-feature=+crt-static -C relocation-model=static" \
        build_std cargo build -q --release --locked --manifest-path "$1" --target "$triple" \
        -Zbuild-std=core -Zbuild-std-features=compiler-builtins-mem --no-default-features --features "$3" ||
        fail "$1 does not build for $triple"
    cp "$CARGO_TARGET_DIR/$triple/release/$name" "$4"
}

# emulate ARCHITECTURE PLUGIN PROGRAM [ARGUMENT...]: what plugin (if not empty) and program print. RV64 has the extensions of RV64GC and no more.
emulate() {
    local cpu=max
    [ "$1" != riscv64 ] || cpu=rv64,zba=off,zbb=off,zbc=off,zbs=off
    QEMU_CPU=$cpu "qemu-$1" ${2:+-plugin "$2"} "${@:3}"
}

# build_plugin SOURCE OUT ARCHITECTURE PROGRAM: the plugin, for the oldest version of QEMU's interface that this QEMU takes. The
# program is run with it to see.
build_plugin() {
    local version errors=$2.errors
    for version in 1 2 3 4 5 6; do
        cc -std=c11 -O2 -Wall -Wextra -shared -fPIC -Itests/emulation -DAPI_VERSION=$version -o "$2" "$1"
        if emulate "$3" "$2" "$4" 2>"$errors" | grep '^region' >/dev/null; then
            return
        fi
        grep -q 'requires.* API version' "$errors" || break
    done
    cat "$errors" >&2
    fail "$("qemu-$3" --version | head -n 1) does not run $4 with the plugin: was it built with --enable-plugins?"
}
