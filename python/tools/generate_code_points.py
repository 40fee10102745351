"""Writes Sources/StrettoText/Unicode/CodePointData.swift from the Unicode Character Database.

    python python/tools/generate_code_points.py [--database /usr/share/unicode] [--check]

The database is Debian's package unicode-data. With --check nothing is written; the exit status says whether
the file is what the database gives. Code points with equal properties share a record; the table has two
stages: blocks of 128 code points, and which block each stretch of code points uses. Both are kept as runs of
equal numbers.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

SWIFT = Path(__file__).resolve().parents[2] / "Sources/StrettoText/Unicode/CodePointData.swift"
CODE_POINTS = 0x110000
BLOCK = 128
LINE = 96

GRAPHEME = (
    "Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark L V T LV LVT Extended_Pictographic"
)
WORD = (
    "Other CR LF Newline Extend ZWJ Format Regional_Indicator Katakana Hebrew_Letter ALetter Single_Quote"
    " Double_Quote MidNumLet MidLetter MidNum Numeric ExtendNumLet WSegSpace"
)
# OP, CP and ID are split as rules 30 and 30b of UAX 14 need it: wide brackets, unassigned pictographs.
LINE_BREAK = (
    "AL BK CR LF NL SP ZW ZWJ CM WJ GL EX CL CP CP_wide IS SY OP OP_wide QU NS B2 CB BA HY BB HL IN NU PR PO"
    " ID ID_unassigned EB EM JL JV JT H2 H3 RI"
)
BIDI = "L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI"
FLAGS = {
    "whiteSpace": "White_Space",
    "defaultIgnorable": "Default_Ignorable_Code_Point, variation selectors and joiners among them",
    "extendedPictographic": "Extended_Pictographic",
    "emojiPresentation": "Emoji_Presentation: shown in colour unless U+FE0E follows",
    "ideographic": "an ideograph, kana or bopomofo, the marks that lengthen or repeat them included",
    "openingBracket": "Bidi_Paired_Bracket_Type open",
    "closingBracket": "Bidi_Paired_Bracket_Type close",
    "cursive": "of a script whose letters join (Joining_Type other than non-joining and transparent)",
}
IDEOGRAPHIC_SCRIPTS = {"Han", "Hiragana", "Katakana", "Bopomofo"}


class Database:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def rows(self, name: str) -> Iterator[list[str]]:
        for line in (self.folder / name).read_text(encoding="utf-8").splitlines():
            content = line.split("#")[0].strip()
            if content:
                yield [field.strip() for field in content.split(";")]

    def values(self, name: str, missing: str = "", *, field: int = 1) -> list[str]:
        """The value of a property for each code point."""
        values = [missing] * CODE_POINTS
        for row in self.rows(name):
            for code_point in code_points(row[0]):
                values[code_point] = row[field]
        return values

    def members(self, name: str, member: str) -> set[int]:
        """The code points that have a binary property."""
        return {c for row in self.rows(name) if row[1] == member for c in code_points(row[0])}

    def version(self) -> str:
        first = (self.folder / "Scripts.txt").read_text(encoding="utf-8").splitlines()[0]
        return first.removeprefix("# Scripts-").removesuffix(".txt")


def code_points(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def line_break_class(database: Database) -> Callable[[int], str]:
    classes = database.values("LineBreak.txt", "XX")
    categories = database.values("extracted/DerivedGeneralCategory.txt", "Cn")
    widths = database.values("EastAsianWidth.txt", "N")
    pictographs = database.members("emoji/emoji-data.txt", "Extended_Pictographic")

    def resolved(c: int) -> str:
        """Rule 1 of UAX 14, without a dictionary for SA."""
        match classes[c]:
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


def bidi_class(database: Database) -> list[str]:
    """The file's comments say what unassigned code points are, by blocks; its rows come after them."""
    name = "extracted/DerivedBidiClass.txt"
    short = {"Left_To_Right": "L", "Right_To_Left": "R", "Arabic_Letter": "AL", "European_Terminator": "ET"}
    classes = ["L"] * CODE_POINTS
    for line in (database.folder / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# @missing: "):
            where, what = line.removeprefix("# @missing: ").split("; ")
            for c in code_points(where):
                classes[c] = short[what]
    for row in database.rows(name):
        for c in code_points(row[0]):
            classes[c] = row[1]
    return classes


def flags_of(database: Database, scripts: list[str], brackets: dict[int, str]) -> Callable[[int], int]:
    line_breaks = database.values("LineBreak.txt", "XX")
    joining = database.values("ArabicShaping.txt", "U", field=2)
    members = [
        database.members("PropList.txt", "White_Space"),
        database.members("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point"),
        database.members("emoji/emoji-data.txt", "Extended_Pictographic"),
        database.members("emoji/emoji-data.txt", "Emoji_Presentation"),
        {c for c in range(CODE_POINTS) if scripts[c] in IDEOGRAPHIC_SCRIPTS or line_breaks[c] == "CJ"},
        {c for c, kind in brackets.items() if kind == "o"},
        {c for c, kind in brackets.items() if kind == "c"},
        {c for c in range(CODE_POINTS) if joining[c] in ("R", "L", "D", "C")},
    ]
    assert len(members) == len(FLAGS)
    return lambda c: sum(1 << bit for bit, known in enumerate(members) if c in known)


def runs(values: list[int]) -> str:
    """Runs of equal numbers: two digits of base 64 for the number, and one for how often it comes.

    Below 64 that is one time more than the digit says, from 64 on it is 128, 256, 512 times and so on.
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
    """The distinct blocks one after another, and which of them each stretch of 128 code points uses."""
    known: dict[tuple[int, ...], int] = {}
    stretches = []
    for start in range(0, CODE_POINTS, BLOCK):
        block = tuple(numbers[start : start + BLOCK])
        stretches.append(known.setdefault(block, len(known)))
    return [number for block in known for number in block], stretches


def enumeration(name: str, about: str, cases: str) -> str:
    """A Swift enumeration with the classes in the order in which they are numbered."""
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
    """Other -> other, CR -> cr, Regional_Indicator -> regionalIndicator, WSegSpace -> wSegSpace."""
    first, *rest = word.split("_")
    head = first.lower() if first.isupper() or len(first) < 3 else first[0].lower() + first[1:]
    name = head + "".join(part[0].upper() + part[1:] for part in rest)
    return f"`{name}`" if name in ("in", "is") else name


def literal(name: str, text: str) -> str:
    lines = [text[start : start + LINE] for start in range(0, len(text), LINE)]
    body = "\n".join("    " + line for line in lines)
    return f'  static let {name}: StaticString = #"""\n{body}\n    """#\n'


def numbers(name: str, kind: str, values: list[str]) -> str:
    lines, line = [], "   "
    for value in values:
        if len(line) + len(value) + 2 > LINE:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return f"  static let {name}: [{kind}] = [\n" + "\n".join([*lines, line]) + "\n  ]\n"


def swift(database: Database) -> str:
    scripts = database.values("Scripts.txt", "Unknown")
    brackets = {int(row[0], 16): row[2] for row in database.rows("BidiBrackets.txt")}

    graphemes = database.values("auxiliary/GraphemeBreakProperty.txt", "Other")
    for c in database.members("emoji/emoji-data.txt", "Extended_Pictographic"):
        assert graphemes[c] == "Other"
        graphemes[c] = "Extended_Pictographic"
    words = database.values("auxiliary/WordBreakProperty.txt", "Other")
    line_break = line_break_class(database)
    bidi = bidi_class(database)
    flags = flags_of(database, scripts, brackets)

    orders = (GRAPHEME, WORD, LINE_BREAK, BIDI)
    places = [{word: place for place, word in enumerate(order.split())} for order in orders]
    records: dict[int, int] = {}
    table = []
    for c in range(CODE_POINTS):
        parts = (
            places[0][graphemes[c]],
            places[1][words[c]],
            places[2][line_break(c)],
            places[3][bidi[c]],
            flags(c),
        )
        record = sum(part << (8 * byte) for byte, part in enumerate(parts))
        table.append(records.setdefault(record, len(records)))
    blocks, stretches = blocks_of(table)

    flag_lines = "".join(
        f"  /// {about}\n  public static let {name} = CodePointFlags(rawValue: {1 << bit})\n"
        for bit, (name, about) in enumerate(FLAGS.items())
    )
    return f"""\
// Generated by python/tools/generate_code_points.py from Unicode {database.version()}; not to be edited.
// The database is used under the Unicode License Agreement, https://www.unicode.org/license.html

// swift-format-ignore-file

{enumeration("GraphemeClass", "Grapheme_Cluster_Break (UAX 29), and pictographs.", GRAPHEME)}
{enumeration("WordClass", "Word_Break (UAX 29).", WORD)}
{enumeration("LineBreakClass", "Line_Break (UAX 14), resolved and split as its rules need it.", LINE_BREAK)}
{enumeration("BidiClass", "Bidi_Class (UAX 9).", BIDI)}
/// Binary properties.
public struct CodePointFlags: OptionSet, Sendable {{
  public var rawValue: UInt8
  public init(rawValue: UInt8) {{ self.rawValue = rawValue }}

{flag_lines}}}

enum CodePointData {{
  /// Grapheme, word, line break and bidi class, and flags, a byte each from the lowest on.
{numbers("records", "UInt64", [f"0x{record:X}" for record in records])}
  /// Which block each stretch of 128 code points uses, as runs.
{literal("stretches", runs(stretches))}
  /// The blocks, one after another: a record for each code point, as runs.
{literal("blocks", runs(blocks))}}}
"""


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--database", type=Path, default=Path("/usr/share/unicode"))
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    text = swift(Database(given.database))
    if given.check:
        return 0 if SWIFT.read_text() == text else 1
    SWIFT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
