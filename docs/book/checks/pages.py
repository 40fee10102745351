"""Parser of the built book's pages, which all checks of the book use."""

from __future__ import annotations

import functools
import html.parser
import os
import pathlib
import re
import zlib

ROOT = pathlib.Path(__file__).parents[3]
SOURCES = ROOT / "docs" / "book"
BUILT = pathlib.Path(os.environ.get("BOOK_HTML") or ROOT / "build" / "book" / "html")
#: Pages that Sphinx generates without a source file of the book.
MADE_BY_SPHINX = {"genindex.html", "search.html", "py-modindex.html"}


class Page(html.parser.HTMLParser):
    """Parsed page of the built book, with its links, anchors and pictures."""

    def __init__(self, path: pathlib.Path) -> None:
        super().__init__()
        self.path = path
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.sources: list[str] = []
        self.styles: list[str] = []
        self.scripts: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.unnamed: list[str] = []
        self.headings = 0
        self.feed(path.read_text(encoding="utf-8"))

    @property
    def name(self) -> str:
        return self.path.relative_to(BUILT).as_posix()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if identity := found.get("id"):
            self.ids.add(identity)
        if tag == "a" and (target := found.get("href")):
            self.links.append(target)
        if tag == "h1":
            self.headings += 1
        if tag == "link" and "stylesheet" in (found.get("rel") or ""):
            self.styles.append(found["href"] or "")
        if tag == "link" and found.get("href"):
            self.sources.append(found["href"] or "")
        if tag == "script" and found.get("src"):
            self.scripts.append(found["src"] or "")
        if tag in ("img", "script", "source", "video", "iframe") and found.get("src"):
            self.sources.append(found["src"] or "")
        if tag == "img":
            self.images.append(found)
        if tag == "button" and not found.get("aria-label") and "data-tag" not in found:
            self.unnamed.append(self.get_starttag_text() or "")

    handle_startendtag = handle_starttag


@functools.cache
def pages() -> tuple[Page, ...]:
    """Returns all pages of the built book."""
    return tuple(Page(path) for path in sorted(BUILT.rglob("*.html")))


@functools.cache
def page(name: str) -> Page:
    return next(item for item in pages() if item.name == name)


def local(page: Page, address: str) -> pathlib.Path:
    """Returns the path of the file to which a page's link leads, without the link's query and fragment."""
    return (page.path.parent / address.partition("#")[0].partition("?")[0]).resolve()


def weight(page: Page) -> tuple[int, int]:
    """Returns the bytes of a page with its styles and scripts, uncompressed and compressed.

    Pictures, embedded scenes, the search index and the engine for web pages do not count.
    """
    files = {local(page, item) for item in (*page.styles, *page.scripts)}
    contents = [path.read_bytes() for path in files if path.name not in ("searchindex.js", "stretto.engine.js")]
    contents.append(re.sub(rb'data-scene="[^"]*"', b"", page.path.read_bytes()))
    return sum(map(len, contents)), sum(len(zlib.compress(item, 9)) for item in contents)
