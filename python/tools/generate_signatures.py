"""Writes src/stretto/_ffi/signatures.py with the types, structs and functions of the C header.

    python python/tools/generate_signatures.py          writes the file
    python python/tools/generate_signatures.py --check  fails if the file is outdated

The C header is include/stretto.h.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).parent
HEADER = HERE.parents[1] / "include" / "stretto.h"
TARGET = HERE.parent / "src" / "stretto" / "_ffi" / "signatures.py"
#: Longest comment in a generated class, in characters.
_WIDTH = 100

#: Names of ctypes types, by C type.
SCALARS = {
    "double": "double",
    "bool": "boolean",
    "int32_t": "int32",
    "uint32_t": "uint32",
    "uint8_t": "uint8",
    "size_t": "size",
    "char": "char",
    "stretto_status": "status",
}
#: Parameters of the type `char *` that are output arrays and not strings.
BUFFERS = ("out_letters",)

TOP = '''"""The C interface for ctypes: structs, a pointer type for each kind of object, and signatures.

The tool tools/generate_signatures.py generates this module from include/stretto.h.
"""

from __future__ import annotations

import ctypes
import enum
from typing import Any

#: Version number of the C header and of the Python package.
VERSION = "{version}"


class Pointer(ctypes.c_void_p):
    """A handle of an object. The library looks up the object, and does not use the handle as an address."""


status = ctypes.c_int32
int32 = ctypes.c_int32
uint32 = ctypes.c_uint32
uint8 = ctypes.c_uint8
size = ctypes.c_size_t
double = ctypes.c_double
boolean = ctypes.c_bool
char = ctypes.c_char
text = ctypes.c_char_p
#: Type of an argument `const double *`, which is a ctypes array or doubles packed into bytes.
doubles = ctypes.c_void_p
to = ctypes.POINTER
'''

STRUCT = '''class {}Struct(ctypes.Structure):
    """`{}`"""

    _fields_ = [
{}    ]
'''

TABLE = """#: Function: (result, arguments), in the header's order.
SIGNATURES: dict[str, tuple[Any, list[Any]]]"""


class Header:
    """Declarations of the C header."""

    def __init__(self, source: str) -> None:
        self.source = re.sub(r"/\*.*?\*/", "", source, flags=re.S)
        self.version = re.findall(r'^#define STRETTO_VERSION "(.*)"$', self.source, re.M)[0]
        self.opaque_types = re.findall(r"^typedef struct (\w+) \1;", self.source, re.M)
        self.aliases = set(re.findall(r"^typedef int32_t (\w+);", self.source, re.M)) - {"stretto_status"}
        self.structs = re.findall(r"^typedef struct (\w+) \{(.*?)^\} \1;", self.source, re.M | re.S)
        self.callbacks = re.findall(r"^typedef ([\w *]+?)\(\*(\w+)\)\(([^)]*)\);", self.source, re.M)
        #: Constants of each enum of the header, by the prefix that the constants have in common, for example
        #: "LAYER_".
        self.enums: dict[str, list[tuple[str, str]]] = {}
        #: Comments of the C header on its constants.
        self.comments = dict(re.findall(r"^  STRETTO_(\w+) = \d+,? +/\* (.*) \*/$", source, re.M))
        for block in re.findall(r"^(?:typedef )?enum \{(.*?)^\}", self.source, re.M | re.S):
            items = re.findall(r"STRETTO_(\w+) = (\d+)", block)
            shared = os.path.commonprefix([name for name, _ in items if name != "OK"])  # noqa: RUF071
            prefix = shared.rpartition("_")[0]
            self.enums[prefix] = [(name.removeprefix(prefix + "_"), number) for name, number in items]
        self.functions = re.findall(r"^([a-z_0-9 ]+?[ *]+)(stretto_\w+)\(([^;{]*)\);", self.source, re.M)

    def type(self, words: str, name: str = "") -> str:
        """Returns the ctypes type of a declaration with the C type `words` and the name `name`."""
        stars = words.count("*")
        base = words.replace("const", "").replace("*", "").replace("struct ", "").strip()
        if base == "void":
            kind, stars = ("None", 0) if stars == 0 else ("ctypes.c_void_p", stars - 1)
        elif base == "char" and stars and name not in BUFFERS:
            kind, stars = "text", stars - 1
        elif base in self.opaque_types:
            kind, stars = camel(base) + "Pointer", stars - 1
        elif base in self.aliases:
            kind = "int32"
        elif base in {name for _, name, _ in self.callbacks}:
            kind = camel(base)
        else:
            kind = SCALARS.get(base) or camel(base) + "Struct"
        return "to(" * stars + kind + ")" * stars

    def argument(self, declared: str) -> str:
        words, name = split(declared)
        return "doubles" if words == "const double *" else self.type(words, name)

    def fields(self, body: str) -> list[tuple[str, str]]:
        """Returns the name and the ctypes type of each field of a struct."""
        found = []
        for declared in filter(None, (line.strip() for line in body.split(";"))):
            first, *others = declared.split(",")  # double x, y;
            words, name = split(first.partition("[")[0])
            if words == "char *":  # memory that is released by its address
                words = "void *"
            for item in [name + first[len(first.partition("[")[0]) :], *others]:
                name, _, length = item.strip().rstrip("]").partition("[")
                times = f" * {self.number(length)}" if length else ""
                found.append((name, self.type(words, name) + times))
        return found

    def comment(self, prefix: str, name: str) -> str:
        """Returns the header's comment on a constant in the form that Sphinx reads."""
        words = self.comments.get(f"{prefix}_{name}", "")
        lines = textwrap.wrap(words[:1].upper() + words[1:], _WIDTH)
        return "".join(f"    #: {line}\n" for line in lines)

    def number(self, written: str) -> str:
        """Returns the length of an array from digits or from the name of a constant."""
        if written.isdigit():
            return written
        match = re.search(rf"(?:#define {written} |\b{written} = )(\d+)", self.source)
        if match is None:
            raise ValueError(f"the header does not say what {written} is")
        return match[1]


def split(declared: str) -> tuple[str, str]:
    """Splits a declaration such as `const double *out_numbers` into its type and its name."""
    match = re.fullmatch(r"(.*?[ *])(\w+)", " ".join(declared.split()))
    if match is None:
        raise ValueError(f"no declaration: {declared}")
    return match[1].strip(), match[2]


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.removeprefix("stretto_").split("_"))


def generate(source: str) -> str:
    """Returns the generated module for a header, formatted by ruff."""
    header = Header(source)
    parts = [TOP.replace("{version}", header.version)]
    for prefix, members in header.enums.items():
        rows = "".join(f"{header.comment(prefix, name)}    {name} = {number}\n" for name, number in members)
        title = f"{camel(prefix.lower())}Kind"
        words = f"Constants `STRETTO_{prefix}_...` of the C header."
        parts.append(f'class {title}(enum.IntEnum):\n    """{words}"""\n\n{rows}')
    for opaque in header.opaque_types:
        parts.append(f'class {camel(opaque)}Pointer(Pointer):\n    """`{opaque} *`"""\n')
    for result, name, arguments in header.callbacks:
        types = [header.type(result), *(header.argument(item) for item in arguments.split(","))]
        # A callback returns a plain address, because ctypes does not convert the result of a callback.
        types[0] = "ctypes.c_void_p" if types[0].endswith("Pointer") else types[0]
        parts.append(f"#: `{name}`\n{camel(name)} = ctypes.CFUNCTYPE({', '.join(types)})\n")
    for name, body in header.structs:
        rows = "".join(f'        ("{field}", {kind}),\n' for field, kind in header.fields(body))
        parts.append(STRUCT.format(camel(name), name, rows))
    rows = ""
    for result, name, arguments in header.functions:
        items = [] if arguments.strip() == "void" else arguments.split(",")
        listed = ", ".join(header.argument(item) for item in items)
        rows += f'    "{name}": ({header.type(result)}, [{listed}]),\n'
    parts.append(f"{TABLE} = {{\n{rows}}}\n")
    return formatted("\n\n".join(parts))


def formatted(text: str) -> str:
    ruff = [sys.executable, "-m", "ruff", "format", "--config", str(HERE.parent / "pyproject.toml"), "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout


def main() -> None:
    made = generate(HEADER.read_text(encoding="utf-8"))
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != made:
            sys.exit(f"{TARGET.name} is not what the header gives: run make generate")
    else:
        TARGET.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
