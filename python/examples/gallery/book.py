"""The gallery: every feature by name, with a picture and the lines of code that draw the picture.

`book.py [FOLDER]` writes one page. `book.py --goldens FOLDER` writes the stills with which the tests compare.
"""

import base64
import html
import importlib
import io
import pathlib
import sys

import pages

import stretto as st

CHAPTERS = (
    "layers",
    "shapes",
    "copies",
    "motion",
    "timelines",
    "light",
    "depth",
    "particles",
    "text",
    "programs",
)
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: #222; }
h1, h2 { font-weight: 600; } section { display: grid; gap: 1.2em;
  grid-template-columns: repeat(auto-fill, minmax(34em, 1fr)); }
article { display: flex; gap: 1em; align-items: flex-start; } h3 { margin: 0 0 .3em; font-size: 1em; }
img { flex: none; border: 1px solid #ddd; border-radius: 6px; }
article.wide { grid-column: 1 / -1; flex-direction: column; } .wide img { max-width: 100%; }
pre { font: 11.5px/1.45 ui-monospace, monospace; margin: 0; white-space: pre-wrap; color: #444; }
nav a { margin-right: 1em; }
"""


def is_wide(scene: st.Scene) -> bool:
    """True if a scene is wider than most gallery entries, which are squares."""
    return scene.pixel_size(1)[0] > pages.SIZE


def picture(entry: pages.Entry) -> str:
    """A clip of an entry that moves, or a still, at scale 2 unless the scene is as wide as the page."""
    scene, file = entry.make(), io.BytesIO()
    scale = 1 if is_wide(scene) else 2
    if entry.seconds is None:
        scene.save_png(file, entry.at, scale=scale)
    else:
        start = scene.loop_report().steady_from
        clip = scene.movie(entry.seconds, 25, start=start or 0, scale=scale, diagnose=False)
        clip.save(file, format="webp", quality=90, effort=2)
    return (
        f"data:image/{'png' if entry.seconds is None else 'webp'};base64,"
        + base64.b64encode(file.getvalue()).decode()
    )


def article(entry: pages.Entry) -> str:
    """The picture of an entry with its name and its lines of code."""
    title, source, scene = html.escape(entry.title), html.escape(entry.source), entry.make()
    wide = ' class="wide"' if is_wide(scene) else ""
    width = scene.pixel_size(1 if wide else 2)[0]
    image = f'<img src="{picture(entry)}" alt="{title}" width="{width}">'
    return (
        f'<article id="{entry.make.__name__}"{wide}>{image}'
        f"<div><h3>{title}</h3><pre>{source}</pre></div></article>"
    )


def book() -> str:
    """The HTML of the page."""
    body = []
    for name in CHAPTERS:
        chapter = importlib.import_module(name)
        articles = "\n".join(article(entry) for entry in pages.ENTRIES if entry.chapter == name)
        body.append(
            f'<h2 id="{name}">{html.escape(chapter.__doc__ or name)}</h2>\n<section>\n{articles}\n</section>'
        )
    links = " ".join(f'<a href="#{name}">{name}</a>' for name in CHAPTERS)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Stretto: a picture book</title>'
        f"<style>{STYLE}</style>"
        f"<h1>Stretto {st.__version__}: what there is, and what draws it</h1><nav>{links}</nav>\n"
        + "\n".join(body)
    )


def entries() -> list[pages.Entry]:
    """All entries of the gallery."""
    for name in CHAPTERS:
        importlib.import_module(name)
    return pages.ENTRIES


def write_goldens(folder: pathlib.Path) -> None:
    """Writes the stills with which the tests compare. Look at every still picture that changed."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry in entries():
        entry.make().save_png(folder / f"{entry.chapter}-{entry.make.__name__}.png", entry.at, compress=9)


def main() -> None:
    """Writes the gallery's page into the given folder, or into the folder `out`."""
    if sys.argv[1:2] == ["--goldens"]:
        write_goldens(pathlib.Path(sys.argv[2]))
        return
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "out")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "gallery.html"
    path.write_text(book(), encoding="utf-8")
    print(f"wrote {path} ({len(pages.ENTRIES)} pictures, {path.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
