"""Judges what one program did under emulation: see README.md.

usage: report.py ARCHITECTURE LABEL PROGRAM PLUGIN_OUTPUT RESIDUE_OUTPUT OBJDUMP ADDR2LINE

Prints a row of the table for each operation and a line for each control, and exits with 1 if an operation leaks or a control does not.
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

# What each control has to be found by.
CONTROLS = {
    "branch on a nonce bit": {"traces"},
    "indexed load": {"traces"},
    "early exit": {"traces"},
    "division": {"list"},
    "secret on the stack": {"residue"},
}


def lines_of(name):
    path = Path(__file__).parent / "lists" / f"{name}.txt"
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def allowed(architecture):
    return {word for line in lines_of(architecture) for word in line.split()}


def with_public_operands():
    """(mnemonics, text in the place) of instructions that are on no list, and need not be."""
    for line in lines_of("public"):
        mnemonics, text, _why = line.split(" | ")
        yield set(mnemonics.split()), text


def instructions(architecture, objdump, program):
    """Address: (mnemonic, address of the next instruction)."""
    style = "intel" if architecture == "x86_64" else "no-aliases"
    text = subprocess.run(
        [objdump, "-d", "-M", style, "--no-show-raw-insn", program], capture_output=True, text=True, check=True
    ).stdout
    found, previous = {}, None
    for line in text.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\s+(?:(?:lock|rep|repz|repnz|bnd|cs|ds|data16|notrack)\s+)*(\S+)", line)
        if not match:
            continue
        address = int(match[1], 16)
        if previous is not None:
            found[previous] = (found[previous], address)
        found[address] = match[2].lower()
        previous = address
    if previous is not None:
        found[previous] = (found[previous], 1 << 64)
    return found


def place(addr2line, program, address):
    text = subprocess.run([addr2line, "-Cfie", program, address], capture_output=True, text=True, check=True).stdout
    return " < ".join(" ".join(pair) for pair in zip(*[iter(text.split("\n"))] * 2))


def main():
    architecture, label, program, plugin, residue, objdump, addr2line = sys.argv[1:]
    permitted, exceptions, places = allowed(architecture), list(with_public_operands()), {}

    def is_public(mnemonic, address):
        place_of = places.setdefault(address, place(addr2line, program, f"{address:x}"))
        return any(mnemonic in mnemonics and text in place_of for mnemonics, text in exceptions)

    code = instructions(architecture, objdump, program)
    names, regions, parted, strangers, left = {}, {}, {}, defaultdict(dict), {}

    for line in Path(plugin).read_text().splitlines():
        kind, *words = line.split()
        if kind == "name":
            names[words[0]] = (words[1], " ".join(words[2:]))
        elif kind == "region":
            regions[words[0]] = {key: int(value) for key, value in zip(words[1::2], words[2::2])}
        elif kind == "differs":
            parted[words[0]] = (words[2], words[4])
        elif kind == "executed":
            address, end = int(words[1], 16), int(words[1], 16) + int(words[2])
            while address < end:
                mnemonic, following = code.get(address, ("(unknown)", end))
                if mnemonic not in permitted and not is_public(mnemonic, address):
                    strangers[words[0]][f"{address:x}"] = mnemonic
                address = following
        else:
            sys.exit(f"{label}: the program says: {line}")
    for line in Path(residue).read_text().splitlines():
        kind, number, pieces, *rest = line.split()
        if kind != "residue":
            sys.exit(f"{label}: the program says: {line}")
        left[number] = (int(pieces), rest)

    if not names or set(names) != set(regions) or set(left) != set(names):
        sys.exit(f"{label}: operations are missing")
    failed = False
    for number, (kind, name) in names.items():
        region, pieces = regions[number], left[number][0]
        found = set()
        if region["distinct"] > 1:
            found.add("traces")
        if strangers[number]:
            found.add("list")
        if pieces:
            found.add("residue")
        if kind == "operation":
            print(f"| {label} | {name} | {region['calls']} | {region['distinct']} | {len(strangers[number])} | {pieces} |")
            failed |= bool(found) or region["calls"] < 200
            if number in parted:
                call, address = parted[number]
                print(f"  call {call} parts from the first at {address}: {place(addr2line, program, address)}")
            for address, mnemonic in strangers[number].items():
                print(f"  {mnemonic} at {address} is on no list: {place(addr2line, program, address)}")
            if pieces:
                print(f"  left behind: {' '.join(left[number][1])}")
        else:
            missing = CONTROLS[name] - found
            failed |= bool(missing)
            verdict = "NOT FOUND by " + " and ".join(sorted(missing)) if missing else "found by " + " and ".join(sorted(found))
            print(f"  control, {label}: {name}: {verdict}")
    sys.exit(failed)


main()
