"""Each public name has exactly one entry in the reference: Python, C, key paths, diagnostics, errors, commands."""

from __future__ import annotations

import argparse
import inspect
import re
import zlib
from collections import Counter

import stretto as st
from pages import BUILT, ROOT, SOURCES, page
from stretto._commands import cli
from stretto._ffi import signatures
from stretto._model import diagnostics


def inventory() -> Counter[tuple[str, str]]:
    """Returns the number of reference entries for each pair of domain and name."""
    data = (BUILT / "objects.inv").read_bytes()
    lines = zlib.decompress(data.split(b"\n", 4)[4]).decode().splitlines()
    found = (re.match(r"(\S+) (\w+):(\w+) ", line) for line in lines)
    return Counter((match[2], match[1]) for match in found if match and match[3] != "module")


ENTRIES = inventory()


def test_every_name_of_the_package() -> None:
    wanted = {f"stretto.{name}" for name in st.__all__} - {"stretto.plot", "stretto.__version__"}
    wanted |= {f"stretto.plot.{name}" for name in st.plot.__all__}
    assert wanted - {name for domain, name in ENTRIES if domain == "py"} == set()


def test_every_member_of_a_class_has_an_entry_there_or_at_a_base_class() -> None:
    entries = {name for domain, name in ENTRIES if domain == "py"}
    missing = []
    for title in st.__all__:
        cls = getattr(st, title)
        if not inspect.isclass(cls) or issubclass(cls, (Exception, int)):
            continue
        bases = [base.__name__ for base in cls.__mro__]
        for member in vars(cls) if title not in ("Layer", "Scene", "Animation") else dir(cls):
            if member.startswith("_") or not any(hasattr(base, member) for base in cls.__mro__):
                continue
            if not any(f"stretto.{base}.{member}" in entries for base in bases):
                missing.append(f"{title}.{member}")
    assert missing == []


def test_no_name_has_two_entries() -> None:
    assert [name for name, count in ENTRIES.items() if count > 1] == []


def test_every_function_and_constant_of_the_header() -> None:
    header = re.sub(r"/\*.*?\*/", "", (ROOT / "include" / "stretto.h").read_text(encoding="utf-8"), flags=re.S)
    functions = set(re.findall(r"^(?!typedef|#)[a-z][\w *]*\b(stretto_\w+)\(", header, re.M))
    assert functions == set(signatures.SIGNATURES)
    assert len(functions) >= 212
    wanted = set(signatures.SIGNATURES) | set(re.findall(r"\bSTRETTO_\w+", header)) - {"STRETTO_H"}
    assert wanted - {name.rpartition(".")[2] for domain, name in ENTRIES if domain == "c"} == set()


def test_every_key_path() -> None:
    import properties

    wanted = {f"key-path-{item.name}-{classes[0]}" for item, classes in properties.everything().items()}
    assert len(wanted) > 150
    assert wanted - page("reference/key-paths.html").ids == set()


def test_every_diagnostic_has_pictures_of_its_mistake_and_its_fix() -> None:
    """The page of mistakes has a directive `{mistake}` for each diagnostic.

    A directive `{mistake}` fails unless its code causes the diagnostic.
    """
    text = (SOURCES / "reference" / "mistakes.md").read_text(encoding="utf-8")
    assert set(map(diagnostics.code, diagnostics.MESSAGES)) - set(re.findall(r"^```\{mistake\} (.+)$", text, re.M)) == set()


def test_every_diagnostic_error_and_command() -> None:
    names = {f"diagnostic-{diagnostics.code(kind)}" for kind in diagnostics.MESSAGES}
    assert names - page("reference/diagnostics.html").ids == set()
    header = (ROOT / "include" / "stretto.h").read_text(encoding="utf-8")
    errors = (BUILT / "reference" / "errors.html").read_text(encoding="utf-8")
    assert [name for name in set(re.findall(r"STRETTO_ERROR_\w+", header)) if name not in errors] == []
    parser = cli._parser()
    commands = next(item for item in parser._actions if isinstance(item, argparse._SubParsersAction))
    assert {f"command-{name}" for name in commands.choices} - page("reference/command-line.html").ids == set()
