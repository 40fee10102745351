"""Tests of the book's pages about the C header: every declaration and comment of the header is on a page."""

from __future__ import annotations

import re

import pytest

from book_modules import BOOK, ROOT, module
from stretto._ffi import signatures

HEADER = (ROOT / "include" / "stretto.h").read_text(encoding="utf-8")

c_header = module("c_header")


def test_every_function_has_an_entry_with_words() -> None:
    entries = [entry for section in c_header.sections(HEADER) for entry in section.entries]
    functions = {name: entry for entry in entries if entry.kind == "function" for name in entry.names}
    assert set(functions) == set(signatures.SIGNATURES)
    assert all(len(entry.words) > 5 for entry in functions.values())


def test_every_constant_has_an_entry() -> None:
    entries = [entry for section in c_header.sections(HEADER) for entry in section.entries]
    found = {name for entry in entries if entry.kind == "enum" for name, _ in entry.members}
    found |= {name for entry in entries if entry.kind == "macro" for name in entry.names}
    code = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.S)
    assert found == set(re.findall(r"\bSTRETTO_\w+", code)) - {"STRETTO_H"}


def test_every_field_of_a_struct_has_an_entry() -> None:
    entries = [entry for section in c_header.sections(HEADER) for entry in section.entries]
    structs = {
        entry.names[0]: [name for name, _ in entry.members] for entry in entries if entry.kind == "struct"
    }
    assert [re.sub(r".*?(\w+)$", r"\1", field) for field in structs["stretto_text_line"]] == [
        "struct_size", "x", "y", "width", "height", "baseline", "character", "character_count",
    ]  # fmt: skip
    assert structs["stretto_transform"] == ["double m[16]"]


def test_every_section_is_on_a_page() -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (BOOK / "reference" / "c").glob("*.rst"))
    listed = [title.strip() for row in re.findall(r":sections: (.*)", pages) for title in row.split(",")]
    assert sorted(listed) == sorted(section.title for section in c_header.sections(HEADER))


def test_a_function_without_a_comment_is_an_error() -> None:
    section = c_header.Section("nouns", "", c_header.entries("\n\nstretto_status stretto_do(double x);\n"))
    with pytest.raises(ValueError, match="stretto_do"):
        c_header.lines_of(section)


def test_functions_below_one_comment_share_it() -> None:
    body = (
        "/* Reads it. */\nint32_t stretto_a(void);\nint32_t stretto_b(void);\n\n"
        "/* Other. */\nint32_t stretto_c(void);"
    )
    found = c_header.entries(body)
    assert [(entry.names, entry.words) for entry in found] == [
        (["stretto_a", "stretto_b"], "Reads it."),
        (["stretto_c"], "Other."),
    ]
