"""Writes C code for the fuzz target `calls`, with a case for each function of the C header. Each case of the
fuzz target creates the arguments of its function.

    python python/tools/generate_fuzz_calls.py FILE

The file Tests/fuzz/FuzzCalls.c includes the generated file and converts bytes into a value of each type. A
count argument is at most `MOST`, and arrays have room for `MOST` squared elements, because the library trusts
the caller's memory.
"""

from __future__ import annotations

import pathlib
import re
import sys

from generate_signatures import HEADER, Header, split

#: Functions that only Tests/fuzz/FuzzCalls.c calls, because the functions change the limits of a thread.
LEFT_OUT = {"stretto_limits_set", "stretto_bytes_release", "stretto_version", "stretto_abi_version"}
#: Arguments that name a file or a folder, for which the fuzz target passes its own path.
PATHS = {"path", "folders"}
#: Output arrays whose length is given by a count argument. A capacity argument limits all other output
#: arrays.
SCALARS = {
    "double": "number(p)",
    "bool": "byte(p) & 1",
    "int32_t": "(int32_t)small(p)",
    "uint32_t": "count(p)",
    "size_t": "size(p)",
}


class Call:
    """Lines that create the arguments of a function, call the function, and store its results."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.lines: list[str] = []
        self.after: list[str] = []

    def argument(self, declared: str, index: int) -> str:
        """Returns the C expression for a declared argument."""
        words, name = split(declared)
        base = words.replace("const", "").replace("*", "").strip()
        stars, own = words.count("*"), f"a{index}"
        if name.startswith("out_") or (base in ("double", "uint8_t") and stars and "const" not in words):
            return self.written(base, stars, own)
        if base in self.header.opaque_types:
            return self.handles(base, stars, own)
        if base == "char":
            kind = "path" if name in PATHS else "word"
            if stars == 1:
                return f"{kind}(p)"
            self.lines.append(f"const char *{own}[MOST]; EACH({own}, {kind}(p));")
            return own
        if base == "void":
            return "p"
        if base in {name for _, name, _ in self.header.callbacks}:
            return f"{base}_of_program"
        if stars:
            return self.read(base, own)
        if base in self.header.aliases:
            return "small(p)"
        return SCALARS.get(base, f"{base}_of(p)")

    def written(self, base: str, stars: int, own: str) -> str:
        """Returns the declaration of memory that the call writes into."""
        if base in self.header.opaque_types:
            self.lines.append(f"{base} *{own}[ROOM] = {{0}};")
            self.after.append(f"for (int k = 0; k < ROOM; k++) keep(p, {object_kind(base)}, {own}[k]);")
            return own
        assert stars == 1
        if base in ("uint8_t", "char"):
            return "p->bytes" if base == "uint8_t" else "(char *)p->bytes"
        self.lines.append(f"{base} {own}[ROOM]; memset({own}, 0, sizeof {own});")
        fields = self.structs.get(base, "")
        for layer in re.findall(r"stretto_layer \*(\w+);", fields):
            self.after.append(f"for (int k = 0; k < ROOM; k++) keep(p, LAYER, {own}[k].{layer});")
        texts = [f".{text}" for text in re.findall(r"stretto_bytes (\w+);", fields)]
        for text in [""] if base == "stretto_bytes" else texts:
            self.after.append(f"for (int k = 0; k < ROOM; k++) take_bytes(p, &{own}[k]{text});")
        if "struct_size" in self.structs.get(base, ""):
            self.lines.append(f"{own}[0].struct_size = struct_size(p, sizeof {own}[0]);")
        return own

    def handles(self, base: str, stars: int, own: str) -> str:
        if stars == 1:
            return f"handle(p, {object_kind(base)})"
        self.lines.append(f"{base} *{own}[MOST]; EACH({own}, handle(p, {object_kind(base)}));")
        return own

    def read(self, base: str, own: str) -> str:
        """Returns the declaration of an array or struct that the call reads."""
        if base == "uint8_t":
            return "p->blob"
        if base in self.structs:
            self.lines.append(f"{base} {own} = {base}_of(p);")
            return f"&{own}"
        self.lines.append(f"{base} {own}[ROOM]; EACH({own}, {SCALARS[base]}); REPEAT({own});")
        return own

    @property
    def structs(self) -> dict[str, str]:
        return dict(self.header.structs)


def object_kind(name: str) -> str:
    """Returns the name that Tests/fuzz/FuzzCalls.c uses for a kind of handle."""
    return name.removeprefix("stretto_").upper()


def case(header: Header, number: int, result: str, name: str, arguments: str) -> str:
    call = Call(header)
    given = [
        call.argument(declared, index)
        for index, declared in enumerate(arguments.split(","))
        if declared.strip() != "void"
    ]
    called = f"{name}({', '.join(given)})"
    if "*" in result and "char" not in result:
        called = f"keep(p, LAYER, {called})"
    elif result.strip() == "stretto_status":
        called = f"p->status = {called}"
    # Output values are 0 after a failed call, because FuzzCalls.c may read output values before the status.
    lines = [*call.lines, f"{called};", *call.after]
    body = "\n    ".join(lines)
    return f"  case {number}: {{ /* {name} */\n    {body}\n    break;\n  }}\n"


def generate(source: str) -> str:
    header = Header(source)
    functions = [item for item in header.functions if item[1] not in LEFT_OUT]
    cases = "".join(case(header, number, *function) for number, function in enumerate(functions))
    return (
        f"#define FUNCTIONS {len(functions)}\n\nstatic void call(program *p, unsigned function) {{\n"
        f"  switch (function) {{\n{cases}  }}\n}}\n"
    )


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(generate(HEADER.read_text()))
