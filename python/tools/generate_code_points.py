"""Writes Sources/StrettoText/Unicode/CodePointData.swift from the Unicode Character Database.

    python python/tools/generate_code_points.py [--check]

The properties come from the PyPI packages regex and unicodedata2, which have the same version of Unicode as
HarfBuzz's tables (docs/decisions/text.md). The bidi classes of unassigned code points come from Debian's
older package unicode-data. With --check, the script writes nothing and exits with status 1 if the file is
outdated. Code points with equal properties share a record of the table. The table has two stages: blocks of
128 code points, and the block of each range of 128 code points. Both stages of the table are stored as runs
of equal numbers.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

import regex
import unicodedata2 as unicodedata

SWIFT = Path(__file__).resolve().parents[2] / "Sources/StrettoText/Unicode/CodePointData.swift"
#: Unicode version of HarfBuzz, which the file src/hb-ucd-table.hh of HarfBuzz names.
VERSION = "18.0.0"
OLD_DATABASE = Path("/usr/share/unicode")
CODE_POINTS = 0x110000
BLOCK = 128
LINE = 96

# Grapheme classes of UAX 29. For rule 9c, Other and Extend are split into consonants of conjuncts, linkers
# that extend, linkers that do not extend, and the mark that prevents a conjunct.
GRAPHEME = (
    "Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT Extended_Pictographic"
    " Consonant Linker Bare_Linker Nonjoiner"
)
GRAPHEME_CLUSTER_BREAK = GRAPHEME.partition(" Extended_Pictographic")[0]
WORD = (
    "Other CR LF Newline Extend ZWJ Format Regional_Indicator Katakana Hebrew_Letter ALetter Single_Quote"
    " Double_Quote MidNumLet MidLetter MidNum Numeric ExtendNumLet WSegSpace"
)
# Line break classes of UAX 14. For rules 30 and 30b, OP and CP have a class for wide brackets, and ID has a
# class for unassigned pictographs.
LINE_BREAK = (
    "AL BK CR LF NL SP ZW ZWJ CM WJ GL EX CL CP CP_wide IS SY OP OP_wide QU NS B2 CB BA HY BB HL IN NU PR PO"
    " ID ID_unassigned EB EM JL JV JT H2 H3 RI"
)
# Line break classes that UAX 14 added after version 15.0, with the earlier class of each.
NEW_LINE_BREAK = {"AK": "AL", "AP": "AL", "AS": "AL", "VF": "CM", "VI": "CM", "HH": "BA"}
BIDI = "L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI"
FLAGS = {
    "whiteSpace": "White_Space",
    "defaultIgnorable": "Default_Ignorable_Code_Point, which includes variation selectors and joiners.",
    "extendedPictographic": "Extended_Pictographic",
    "emojiPresentation": "Emoji_Presentation: the character is shown in colour unless U+FE0E follows.",
    "ideographic": "An ideograph, kana or bopomofo, or a mark that lengthens or repeats such a character.",
    "openingBracket": "An opening bracket (Bidi_Paired_Bracket_Type is Open).",
    "closingBracket": "A closing bracket (Bidi_Paired_Bracket_Type is Close).",
    "cursive": "A letter of a joined script: Joining_Type is neither non-joining nor transparent.",
}
#: Kinds of compatibility decompositions that keep the meaning of the text.
DECOMPOSED = {"<compat>", "<square>", "<fraction>", "<wide>", "<narrow>"}
IDEOGRAPHIC_SCRIPTS = {"Han", "Hiragana", "Katakana", "Bopomofo"}


TEXT = "".join(map(chr, range(CODE_POINTS)))


@functools.cache
def members(member: str) -> frozenset[int]:
    """Returns the code points with a property or a property value, such as "White_Space" or "Script=Han"."""
    found = regex.finditer(rf"\p{{{member}}}+", TEXT)
    return frozenset(c for match in found for c in range(*match.span()))


def values(name: str, all_values: str) -> list[str]:
    """Returns the value of a property for each code point."""
    known = [""] * CODE_POINTS
    for value in all_values.split():
        for c in members(f"{name}={value}"):
            known[c] = value
    assert "" not in known, f"{name} has more values"
    return known


def each(property_of: Callable[[str], str]) -> list[str]:
    return [property_of(character) for character in TEXT]


def grapheme_classes() -> list[str]:
    classes = values("Grapheme_Cluster_Break", GRAPHEME_CLUSTER_BREAK)
    extending = members("InCB=Extend") | members("InCB=Linker")
    for c in range(CODE_POINTS):
        if classes[c] == "Extend" and c not in extending:
            classes[c] = "Nonjoiner"
    for name, within in (
        ("Extended_Pictographic", {"Other": "Extended_Pictographic"}),
        ("InCB=Consonant", {"Other": "Consonant"}),
        ("InCB=Linker", {"Extend": "Linker", "Other": "Bare_Linker"}),
    ):
        for c in members(name):
            classes[c] = within[classes[c]]
    return classes


def line_break_class() -> Callable[[int], str]:
    """Returns the line break classes after rule 1 of UAX 14, without a dictionary for the class SA."""
    names = (
        "AI AK AL AP AS B2 BA BB BK CB CJ CL CM CP CR EB EM EX GL H2 H3 HH HL HY ID IN IS JL JT JV LF NL NS"
        " NU OP PO PR QU RI SA SG SP SY VF VI WJ XX ZW ZWJ"
    )
    classes, widths = values("Line_Break", names), each(unicodedata.east_asian_width)
    categories, pictographs = each(unicodedata.category), members("Extended_Pictographic")

    def resolved(c: int) -> str:
        match NEW_LINE_BREAK.get(classes[c], classes[c]):
            case "AI" | "SG" | "XX":
                return "AL"
            case "SA":
                return "CM" if categories[c] in ("Mn", "Mc") else "AL"
            case "CJ":
                return "NS"
            case "OP" | "CP" as bracket if widths[c] in ("F", "W", "H"):
                return f"{bracket}_wide"
            case "ID" if c in pictographs and categories[c] == "Cn":
                return "ID_unassigned"
            case other:
                return other

    return resolved


def bidi_classes() -> list[str]:
    """Returns the bidi classes.

    The class of an unassigned code point comes from Debian's file DerivedBidiClass.txt, in which `@missing`
    comments give the classes of blocks, and rows give the classes of single ranges.
    """
    short = {"Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL", "European_Terminator": "ET"}
    unassigned = ["L"] * CODE_POINTS
    lines = (OLD_DATABASE / "extracted/DerivedBidiClass.txt").read_text(encoding="utf-8").splitlines()
    missing = [line.removeprefix("# @missing: ") for line in lines if line.startswith("# @missing: ")]
    rows = [line.split("#")[0] for line in lines if line.split("#")[0].strip()]
    for line in missing + rows:
        where, value = (field.strip() for field in line.split(";"))
        for c in code_points(where):
            unassigned[c] = short.get(value, value)
    return [known or unassigned[c] for c, known in enumerate(each(unicodedata.bidirectional))]


def code_points(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def brackets(bidi: list[str]) -> tuple[set[int], set[int]]:
    """Returns the property Bidi_Paired_Bracket_Type, which UAX 9 derives from mirrored neutral brackets."""
    neutral = {c for c, kind in enumerate(bidi) if kind == "ON" and unicodedata.mirrored(chr(c))}
    opening, closing = (
        {c for c in neutral if unicodedata.category(chr(c)) == category} for category in ("Ps", "Pe")
    )
    return opening, closing


def flags_of(bidi: list[str]) -> Callable[[int], int]:
    opening, closing = brackets(bidi)
    joining_types = (members(f"Joining_Type={kind}") for kind in "RLDC")
    flags: list[frozenset[int] | set[int]] = [
        members("White_Space"),
        members("Default_Ignorable_Code_Point"),
        members("Extended_Pictographic"),
        members("Emoji_Presentation"),
        members("Line_Break=CJ").union(*(members(f"Script={name}") for name in IDEOGRAPHIC_SCRIPTS)),
        opening,
        closing,
        frozenset().union(*joining_types),
    ]
    assert len(flags) == len(FLAGS)
    return lambda c: sum(1 << bit for bit, known in enumerate(flags) if c in known)


def runs(values: list[int]) -> str:
    """Encodes each run of equal numbers as two base-64 digits for the number and one digit for the run's
    length. The digits 0 to 63 stand for the lengths 1 to 64, and the digits 64, 65, 66 and so on stand for
    the lengths 128, 256, 512 and so on. A run of any other length is written as several runs.
    """
    text = []
    for value, run in itertools.groupby(values):
        assert 0 <= value < 4096
        left = len(list(run))
        while left:
            power = left.bit_length() - 1
            digit, count = (left - 1, left) if left <= 64 else (power + 57, 1 << power)
            text.append(chr(0x30 + value // 64) + chr(0x30 + value % 64) + chr(0x30 + digit))
            left -= count
    return "".join(text)


def blocks_of(numbers: list[int]) -> tuple[list[int], list[int]]:
    """Returns the distinct blocks one after another, and the block index of each range of 128 code points."""
    known: dict[tuple[int, ...], int] = {}
    indices = []
    for start in range(0, CODE_POINTS, BLOCK):
        block = tuple(numbers[start : start + BLOCK])
        indices.append(known.setdefault(block, len(known)))
    return [number for block in known for number in block], indices


def enumeration(name: str, about: str, cases: str) -> str:
    """Returns a Swift enumeration with the classes in the order of their numbers."""
    names = [swift_case(word) for word in cases.split()]
    lines, line = [], "  case " + names[0]
    for case in names[1:]:
        if len(line) + len(case) + 2 > LINE:
            lines.append(line)
            line = "  case " + case
        else:
            line += ", " + case
    return f"/// {about}\npublic enum {name}: UInt8, Sendable {{\n" + "\n".join([*lines, line]) + "\n}\n"


def swift_case(word: str) -> str:
    """Returns the Swift name of a class, such as cr for CR or regionalIndicator for Regional_Indicator."""
    first, *rest = word.split("_")
    head = first.lower() if first.isupper() or len(first) < 3 else first[0].lower() + first[1:]
    name = head + "".join(part[0].upper() + part[1:] for part in rest)
    return f"`{name}`" if name in ("in", "is") else name


def literal(name: str, text: str) -> str:
    lines = [text[start : start + LINE] for start in range(0, len(text), LINE)]
    body = "\n".join("    " + line for line in lines)
    return f'  static let {name}: StaticString = #"""\n{body}\n    """#\n'


def decompositions() -> str:
    """Returns the characters with a compatibility decomposition, each followed by its NFKC form, separated by
    spaces.
    """
    entries = []
    for character in TEXT:
        kind = unicodedata.decomposition(character).partition(" ")[0]
        text = unicodedata.normalize("NFKC", character)
        jamo = any(0x1100 <= ord(part) < 0x1200 or 0xAC00 <= ord(part) < 0xD7B0 for part in text)
        if kind in DECOMPOSED and not jamo and not any(part.isspace() for part in text):
            entries.append("".join(escaped(part) for part in character + text))
    lines, line = [], entries[0]
    for entry in entries[1:]:
        if len(line) + len(entry) + 5 > LINE:
            lines.append(line)
            line = entry
        else:
            line += " " + entry
    body = "\n".join("    " + line for line in [*lines, line])
    return f'  static let decompositions: StaticString = """\n{body}\n    """\n'


def escaped(character: str) -> str:
    """Returns a character in the form of a Swift literal, in which characters outside ASCII are escaped."""
    plain = character.isascii() and character not in '"\\'
    return character if plain else f"\\u{{{ord(character):X}}}"


def numbers(name: str, kind: str, values: list[str]) -> str:
    lines, line = [], "   "
    for value in values:
        if len(line) + len(value) + 2 > LINE:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return f"  static let {name}: [{kind}] = [\n" + "\n".join([*lines, line]) + "\n  ]\n"


def swift() -> str:
    assert unicodedata.unidata_version == VERSION
    # The packages regex and unicodedata2 have the same version of Unicode if their assigned code points
    # agree.
    assert members("gc=Cn") == {c for c, name in enumerate(each(unicodedata.category)) if name == "Cn"}

    graphemes, words = grapheme_classes(), values("Word_Break", WORD)
    line_break, bidi = line_break_class(), bidi_classes()
    flags = flags_of(bidi)

    orders = (GRAPHEME, WORD, LINE_BREAK, BIDI)
    indices = [{word: index for index, word in enumerate(order.split())} for order in orders]
    records: dict[int, int] = {}
    table = []
    for c in range(CODE_POINTS):
        parts = (
            indices[0][graphemes[c]],
            indices[1][words[c]],
            indices[2][line_break(c)],
            indices[3][bidi[c]],
            flags(c),
        )
        record = sum(part << (8 * byte) for byte, part in enumerate(parts))
        table.append(records.setdefault(record, len(records)))
    blocks, block_indices = blocks_of(table)

    flag_lines = "".join(
        f"  /// {about}\n  public static let {name} = CodePointFlags(rawValue: {1 << bit})\n"
        for bit, (name, about) in enumerate(FLAGS.items())
    )
    return f"""\
// Generated by python/tools/generate_code_points.py from Unicode {VERSION}. Do not edit this file.
// The database is used under the Unicode License Agreement, https://www.unicode.org/license.html

// swift-format-ignore-file

{enumeration("GraphemeClass", "Grapheme_Cluster_Break (UAX 29) with classes for rules 9c and 11.", GRAPHEME)}
{enumeration("WordClass", "The property Word_Break (UAX 29).", WORD)}
{enumeration("LineBreakClass", "Line_Break (UAX 14) after rule 1, with classes for its rules.", LINE_BREAK)}
{enumeration("BidiClass", "The property Bidi_Class (UAX 9).", BIDI)}
/// Binary properties of a code point.
public struct CodePointFlags: OptionSet, Sendable {{
  public var rawValue: UInt8
  public init(rawValue: UInt8) {{ self.rawValue = rawValue }}

{flag_lines}}}

enum CodePointData {{
  /// The grapheme, word, line break and bidi class and the flags, one byte each from the lowest byte on.
{numbers("records", "UInt64", [f"0x{record:X}" for record in records])}
  /// The index of the block of each 128 code points, run-length encoded.
{literal("blockIndices", runs(block_indices))}
  /// The blocks, one after another: the index of the record of each code point, run-length encoded.
{literal("blocks", runs(blocks))}
  /// Compatibility decompositions: each character is followed by its decomposition and a space or a line end.
{decompositions()}}}
"""


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    text = swift()
    if given.check:
        return 0 if SWIFT.read_text() == text else 1
    SWIFT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
