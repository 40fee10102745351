"""Records the functions, constants and offsets of fields in the C interface of a release. Later releases must
keep the recorded interface.

    .venv/bin/python python/tools/record_interface.py          writes the record, for a release
    .venv/bin/python python/tools/record_interface.py --check  fails if a recorded item is missing or changed

The file python/tests/c/interface.json describes the last release. Before the first release, the file
describes the next release. The C header says which parts of the interface may grow.
"""

from __future__ import annotations

import ctypes
import json
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any, TypeAlias

from generate_signatures import HEADER, Header, camel, split
from stretto._ffi import signatures

RECORD = pathlib.Path(__file__).parents[1] / "tests" / "c" / "interface.json"
#: Constants that change with each release.
COUNTED = ("STRETTO_ABI", "STRETTO_VERSION_NUMBER")
Record: TypeAlias = "dict[str, dict[str, Any]]"


def types(arguments: str) -> str:
    """Returns the types of a function's arguments without their names."""
    listed = (item.strip() for item in arguments.split(","))
    return ", ".join(item if item == "void" else split(item)[0] for item in listed)


def interface() -> Record:
    """Returns the C interface of the header."""
    header = Header(HEADER.read_text(encoding="utf-8"))
    functions = {
        name: f"{' '.join(result.split())}({types(arguments)})"
        for result, name, arguments in header.functions
    }
    constants = {
        name: int(value)
        for name, value in re.findall(r"\b(STRETTO_\w+)(?: = | )(\d+)\b", header.source)
        if name not in COUNTED
    }
    structs = {}
    for name, _ in header.structs:
        struct = getattr(signatures, camel(name) + "Struct")
        fields = {field[0]: getattr(struct, field[0]).offset for field in struct._fields_}
        structs[name] = {"size": ctypes.sizeof(struct), "fields": fields}
    return {"functions": functions, "constants": constants, "structs": structs}


def broken(record: Record, now: Record) -> Iterator[str]:
    """Returns the changes that break a program that was compiled with the recorded header."""
    for kind in ("functions", "constants"):
        for name, was in record[kind].items():
            if (found := now[kind].get(name)) != was:
                yield f"{name} was {was}, and is {found}"
    for name, was in record["structs"].items():
        found = now["structs"].get(name, {"size": 0, "fields": {}})
        if was["fields"].items() - found["fields"].items():
            yield f"{name}: fields are gone or lie elsewhere"
        grows = "struct_size" in was["fields"] and found["size"] > was["size"]
        if found["size"] != was["size"] and not grows:
            yield f"{name} has {found['size']} bytes, and had {was['size']}"


def main(arguments: list[str]) -> int:
    if arguments != ["--check"]:
        RECORD.write_text(json.dumps(interface(), indent=1) + "\n", encoding="utf-8")
        return 0
    problems = list(broken(json.loads(RECORD.read_text(encoding="utf-8")), interface()))
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
