"""Parser of include/stretto.h, which returns the declarations of each section with their comments, as reStructuredText too.

Consecutive functions below one comment share the comment. A declaration without a comment raises an error.
"""

from __future__ import annotations

import dataclasses
import re

_SECTION = re.compile(r"/\* -{5,} ([a-z ]+?)(?: \*/|\n((?: \*(?!/).*\n)+) \*/)")
_TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/)|(?P<blank>\n[ \t]*\n)|(?P<macro>^#define (?P<define>STRETTO_\w+) (?P<value>\S+))"
    r"|(?P<enum>^(?:typedef int32_t (?P<alias>\w+);\n)?enum \{(?P<constants>.*?)^\};)"
    r"|(?P<struct>^typedef struct (?P<tag>\w+) \{(?P<fields>.*?)^\} (?P=tag);)"
    r"|(?P<opaque>^typedef struct (?P<handle>\w+) (?P=handle);)"
    r"|(?P<simple>^typedef (?P<type>[^;{]+);)"
    r"|(?P<function>^[a-z_0-9]+(?: [a-z_0-9]+)* \*?(?P<name>stretto_\w+)\((?P<arguments>[^;{]*?)\);)",
    re.M | re.S,
)


@dataclasses.dataclass
class Entry:
    """Declaration in the C header, or several declarations that share one comment."""

    kind: str
    declared: list[str]
    names: list[str]
    words: str
    #: Constants of an enum or fields of a struct, each with its declaration and its comment.
    members: list[tuple[str, str]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Section:
    """Section of the C header, with a title, a comment and entries."""

    title: str
    words: str
    entries: list[Entry]


def sections(source: str) -> list[Section]:
    """Parses the C header, and returns its sections."""
    source = source[source.index("extern") :]
    source = source[: source.rindex("#ifdef __cplusplus")]
    heads = list(_SECTION.finditer(source))
    found = []
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        body = source[head.end() : following.start() if following else len(source)]
        found.append(Section(head[1].strip(), plain(head[2] or ""), entries(body)))
    _known.update(name for section in found for entry in section.entries for name in entry.names)
    return found


def entries(body: str) -> list[Entry]:
    """Returns the declarations of a header section, in the order of the header."""
    found: list[Entry] = []
    comment, together = "", False
    for token in _TOKEN.finditer(body):
        kind = token.lastgroup
        kind = next(name for name in _KINDS if token[name] is not None)
        if kind == "comment":
            comment, together = plain(token[0][2:-2]), False
        elif kind == "blank":
            comment, together = "", False
        else:
            entry = declaration(token, kind, comment)
            if together and not comment and found and found[-1].kind == entry.kind == "function":
                found[-1].declared += entry.declared
                found[-1].names += entry.names
            else:
                found.append(entry)
            comment, together = "", True
    return found


_KINDS = ("comment", "blank", "macro", "enum", "struct", "opaque", "simple", "function")


def declaration(token: re.Match[str], kind: str, comment: str) -> Entry:
    if kind == "macro":
        return Entry(kind, [token["define"]], [token["define"]], comment or f"`{token['value']}`.")
    if kind == "enum":
        name = token["alias"] or ""
        members = constants(token["constants"])
        return Entry(kind, [name], [name] if name else [], comment, members)
    if kind == "struct":
        return Entry(kind, [token["tag"]], [token["tag"]], comment, fields(token["fields"]))
    if kind == "opaque":
        return Entry(kind, [token["handle"]], [token["handle"]], comment or "A handle: looked up, never followed.")
    text = " ".join(token[0].rstrip(";").split())
    if kind == "simple":
        name = re.search(r"\(\*(\w+)\)|(\w+)$", text.removesuffix(")") if "(*" not in text else text)
        assert name is not None
        return Entry(kind, [text], [name[1] or name[2]], comment or "See the functions that take it.")
    return Entry(kind, [text], [token["name"]], comment)


def constants(body: str) -> list[tuple[str, str]]:
    """Returns the constants of an enum as pairs: the name, and a text with the number and the comment."""
    found = []
    for match in re.finditer(r"(STRETTO_\w+) = (\d+),?(?:\s*/\*(.*?)\*/)?", body, re.S):
        words = plain(match[3] or "")
        found.append((match[1], f"`{match[2]}`: {words}." if words else f"`{match[2]}`."))
    return found


def fields(body: str) -> list[tuple[str, str]]:
    """Returns the fields of a struct as pairs: the declaration, and the comment."""
    found = []
    for match in re.finditer(r"^\s*([a-z][^;]*);[ \t]*(?:/\*(.*?)\*/)?", body, re.M | re.S):
        declared, words = " ".join(match[1].split()), plain(match[2] or "")
        first, *others = declared.split(",")
        kind = re.match(r"(.*?[ *])\w+(\[\w+\])?$", first)
        assert kind is not None, declared
        found.append((first, words))
        found += [(kind[1] + other.strip(), words) for other in others]
    return found


def plain(comment: str) -> str:
    """Returns the text of a C comment without the comment marks and the stars at line starts."""
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in comment.strip("\n").split("\n")]
    return "\n".join(lines).strip()


# Pages


def prose(words: str) -> str:
    """Converts a comment of the C header to reStructuredText, with links to C names and with special characters escaped."""
    text = " ".join(words.split())
    text = re.sub(r"([*\\|])", r"\\\1", text)
    text = re.sub(r"`([^`]+)`", lambda m: f"``{m[1]}``", text)
    text = re.sub(r"(?<![\w`])(stretto_[a-z_0-9]+)(\(\))?(?![\w`(*]|\.[a-z])", _link, text)
    text = re.sub(r"(?<![\w`])(STRETTO_[A-Z_0-9]*[A-Z0-9])(?![\w`(.])", r"``\1``", text)
    return re.sub(r"(\w)_(?=\s|$|[.,;:)])", r"\1\\_", text)


#: Names of all declarations in the C header that `sections` has parsed.
_known: set[str] = set()


def _link(found: re.Match[str]) -> str:
    role = "func" if found[2] else "type"
    return f":c:{role}:`{found[1]}`" if found[1] in _known else f"``{found[0]}``"


def lines_of(section: Section) -> list[str]:
    """Converts a header section to lines of reStructuredText."""
    lines = [prose(part) + "\n" for part in section.words.split("\n\n") if part]
    for entry in section.entries:
        if not entry.words and entry.kind not in ("enum",) and not entry.members:
            raise ValueError(f"{entry.names[0]} has no words in the header")
        lines += entry_lines(entry)
    return "\n".join(lines).split("\n")


def entry_lines(entry: Entry) -> list[str]:
    body = [f"   {prose(entry.words)}", ""] if entry.words else []
    if entry.kind == "function":
        head = [
            f".. c:function:: {entry.declared[0]}",
            *(f"                {other}" for other in entry.declared[1:]),
        ]
        return [*head, "", *body]
    if entry.kind == "macro":
        return [f".. c:macro:: {entry.names[0]}", "", *body]
    if entry.kind == "struct":
        rows = [f"   .. c:member:: {declared}\n\n      {prose(words)}\n" for declared, words in entry.members]
        return [f".. c:struct:: {entry.names[0]}", "", *body, *rows]
    if entry.kind == "opaque":
        return [f".. c:type:: {entry.names[0]}", "", *body]
    if entry.kind == "enum":
        head = [f".. c:type:: {entry.names[0]}", "", *(body or ["   One of these numbers.", ""])] if entry.names else body
        indent = "   " if entry.names else ""
        rows = [f"{indent}.. c:macro:: {name}\n\n{indent}   {prose(words)}\n" for name, words in entry.members]
        return [*(line.removeprefix("   ") if not entry.names else line for line in head), *rows]
    text = entry.declared[0].removeprefix("typedef ")
    return [f".. c:type:: {text}", "", *body]
