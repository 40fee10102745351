"""Tests of vector stills: other renderers draw the library's frame, and layers without a vector form are
embedded as images.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image as Pillow

import stretto as st
from chance import seeds

resvg_py = pytest.importorskip("resvg_py", reason="resvg-py is not installed: make build")
cairosvg = pytest.importorskip("cairosvg", reason="CairoSVG is not installed: make build")
pytest.importorskip("typst", reason="typst is not installed: make build")

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
sys.path[:0] = [str(EXAMPLES / "gallery"), str(EXAMPLES / "effects")]
import book  # noqa: E402
import pages  # noqa: E402

Pixels = npt.NDArray[np.uint8]
SVG = "{http://www.w3.org/2000/svg}"
#: The largest allowed difference from the library's frame, as a mean over all pixels and channels, in levels
#: of 255.
MOST = 1.5
#: Pixels per point of the pictures that are compared.
SCALE = 2
ENTRIES = {f"{entry.chapter}-{entry.make.__name__}": entry for entry in book.entries()}
EFFECTS = [path.stem for path in sorted((EXAMPLES / "effects").glob("*.py")) if path.stem != "save"]

#: Gallery entries and effects that a renderer draws differently, by the renderer's name.
UNABLE = {
    # CairoSVG smooths all images, also at their edges, and draws masks at 1 pixel per point.
    "cairosvg": {"layers-magnification_filter", "layers-minification_filter", "light-blend_modes", "party"},
    # Poppler smooths images that are drawn smaller, but not images that are drawn larger. The PDF standard
    # does not define the smoothing.
    "poppler": {"layers-contents_rect", "layers-magnification_filter", "layers-minification_filter"},
    # resvg has sixteen levels of coverage, which is too few for shapes smaller than a pixel.
    "resvg": {"copies-ten_thousand"},
}


def svg_of(scene: st.Scene, time: float = 0, **options: Any) -> str:
    file = io.BytesIO()
    scene.save_svg(file, time, **options)
    return file.getvalue().decode()


def by_resvg(scene: st.Scene, time: float, size: tuple[int, int]) -> Pixels:
    made = resvg_py.svg_to_bytes(svg_string=svg_of(scene, time), width=size[0], height=size[1])
    return np.asarray(Pillow.open(io.BytesIO(made)).convert("RGBA"))


def by_cairosvg(scene: st.Scene, time: float, size: tuple[int, int]) -> Pixels:
    """The picture that CairoSVG draws, without filters, which CairoSVG does not support."""
    plain = svg_of(scene, time, filters=False).encode()
    made = cairosvg.svg2png(bytestring=plain, output_width=size[0], output_height=size[1])
    return np.asarray(Pillow.open(io.BytesIO(made)).convert("RGBA"))


def by_poppler(scene: st.Scene, time: float, size: tuple[int, int]) -> Pixels:
    if shutil.which("pdftocairo") is None:
        pytest.skip("poppler-utils is not installed")
    file = io.BytesIO()
    scene.save_pdf(file, time)
    sides = [f"-scale-to-{side}={length}" for side, length in zip("xy", size, strict=True)]
    sides = [word for side in sides for word in side.split("=")]
    ran = subprocess.run(
        ["pdftocairo", "-png", "-transp", "-singlefile", *sides, "-", "-"],
        input=file.getvalue(), capture_output=True, check=True,
    )  # fmt: skip
    return np.asarray(Pillow.open(io.BytesIO(ran.stdout)).convert("RGBA"))


#: Tests with Poppler start a process, because Poppler is a program.
BY_NAME = [pytest.param(name, marks=[pytest.mark.process] if name == "poppler" else []) for name in UNABLE]
RENDERERS: dict[str, Callable[[st.Scene, float, tuple[int, int]], Pixels]] = {
    "resvg": by_resvg,
    "cairosvg": by_cairosvg,
    "poppler": by_poppler,
}


def difference(one: Pixels, other: Pixels) -> float:
    """The mean difference over white or over black, whichever is larger, in levels of 255."""
    a, b = (pixels.astype(float) for pixels in (one, other))
    a, b = (np.concatenate([x[..., :3] * x[..., 3:] / 255, x[..., 3:]], 2) for x in (a, b))
    white = np.abs((a[..., :3] - a[..., 3:]) - (b[..., :3] - b[..., 3:])).mean()
    return max(float(white), float(np.abs(a[..., :3] - b[..., :3]).mean()))


def check(scene: st.Scene, time: float, renderer: str) -> None:
    own = scene.render(time, scale=SCALE)
    found = RENDERERS[renderer](scene, time, (own.shape[1], own.shape[0]))
    assert difference(own, found) <= MOST


def in_turn(names: Iterable[str]) -> list[Any]:
    """Test parameters that combine each name with each renderer. `make test` runs each name with one of the
    renderers in turn, and marks the others `longer`.
    """
    return [
        pytest.param(
            name,
            renderer.values[0],
            marks=[*renderer.marks, *([] if at % len(BY_NAME) == turn else [pytest.mark.longer])],
        )
        for at, name in enumerate(names)
        for turn, renderer in enumerate(BY_NAME)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "renderer"), in_turn(ENTRIES))
def test_other_renderers_draw_the_picture_book_the_same(name: str, renderer: str) -> None:
    entry: pages.Entry = ENTRIES[name]
    if name in UNABLE[renderer]:
        pytest.skip(f"{renderer} draws images, or what blends, in its own way")
    check(entry.make(), entry.at, renderer)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "renderer"), in_turn(EFFECTS))
def test_other_renderers_draw_the_effects_the_same(name: str, renderer: str, monkeypatch: Any) -> None:
    import save

    monkeypatch.setattr(save, "save", lambda *_, **__: None)  # the scripts must not save clips
    if name in UNABLE[renderer]:
        pytest.skip(f"{renderer} draws masks in its own way")
    spec = importlib.util.spec_from_file_location(f"effect_{name}", EXAMPLES / "effects" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    effect = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(effect)
    check(effect.scene, 0.9, renderer)


# Random scenes


class Dice:
    """Makes random scenes with every kind of layer."""

    MODES: tuple[Any, ...] = (
        "multiply", "screen", "overlay", "darken", "lighten", "difference", "exclusion", "luminosity",
    )  # fmt: skip

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def between(self, low: float, high: float) -> float:
        return self.random.uniform(low, high)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def color(self, least: float = 0.3) -> tuple[float, float, float, float]:
        red, green, blue = (self.random.random() for _ in range(3))
        return red, green, blue, self.between(least, 1) if self.chance(0.4) else 1

    def frame(self) -> tuple[float, float, float, float]:
        return (self.between(-10, 70), self.between(-10, 50), self.between(10, 60), self.between(10, 60))

    def scene(self) -> st.Scene:
        scene = st.Scene(100, 80, background=self.color() if self.chance(0.7) else None)
        for _ in range(self.random.randrange(2, 6)):
            scene.add_sublayer(self.layer(0))
        return scene

    def layer(self, depth: int) -> st.Layer:
        makers = [self.plain, self.shape, self.gradient, self.text, self.image]
        if depth < 3:
            makers += [self.group, self.copies, self.group]
        layer = self.random.choice(makers)(depth)
        self.look(layer, depth)
        return layer

    def look(self, layer: st.Layer, depth: int) -> None:
        if self.chance(0.3):
            layer.opacity = self.between(0.2, 0.9)
        if self.chance(0.25):
            layer.transform = st.Transform3D.rotation(self.between(-2, 2))
        if self.chance(0.1):
            turned = st.Transform3D.rotation(self.between(-1, 1), 0, 1, 0.2)
            layer.transform = turned @ st.Transform3D.perspective(120)
        if self.chance(0.15):
            layer.shadow_opacity, layer.shadow_radius = self.between(0.3, 1), self.between(0, 4)
            layer.shadow_offset = self.between(-5, 5), self.between(-5, 5)
        if self.chance(0.1):
            layer.compositing_filter = self.random.choice(self.MODES) + "BlendMode"
        if self.chance(0.08):
            layer.filters = [st.Filter("gaussianBlur", input_radius=self.between(0.5, 3))]
        if depth < 3 and self.chance(0.12):
            layer.mask = self.layer(3)

    def plain(self, depth: int) -> st.Layer:
        layer = st.Layer(frame=self.frame(), background_color=self.color())
        if self.chance(0.5):
            layer.corner_radius = self.between(0, 20)
        if self.chance(0.4):
            layer.border_width, layer.border_color = self.between(1, 6), self.color()
        return layer

    def shape(self, depth: int) -> st.Layer:
        path = st.Path().move_to(0, 0)
        for _ in range(self.random.randrange(2, 6)):
            points = [self.between(-20, 60) for _ in range(6)]
            path.curve_to(*points)
        layer = st.ShapeLayer(path=path, position=(self.between(0, 60), self.between(0, 40)))
        layer.fill_color = self.color() if self.chance(0.7) else None
        layer.fill_rule = self.random.choice(("even-odd", "non-zero"))
        if self.chance(0.6):
            layer.stroke_color, layer.line_width = self.color(), self.between(1, 6)
            layer.line_join = self.random.choice(("miter", "round", "bevel"))
            layer.line_cap = self.random.choice(("butt", "round", "square"))
            if self.chance(0.3):
                layer.line_dash_pattern = [self.between(3, 9), self.between(3, 9)]
            if self.chance(0.3):
                layer.stroke_start, layer.stroke_end = self.between(0, 0.4), self.between(0.5, 1)
        return layer

    def gradient(self, depth: int) -> st.Layer:
        layer = st.GradientLayer(frame=self.frame(), colors=[self.color() for _ in range(3)])
        layer.type = self.random.choice(("axial", "radial", "conic"))
        layer.start_point, layer.end_point = (self.between(0, 0.5), self.between(0, 0.5)), (1, 1)
        layer.corner_radius = self.between(0, 9)
        return layer

    def text(self, depth: int) -> st.Layer:
        return st.TextLayer(
            "Ab&g", font_size=self.between(14, 40), foreground_color=self.color(),
            position=(self.between(0, 50), self.between(0, 50)),
        )  # fmt: skip

    def image(self, depth: int) -> st.Layer:
        pixels = np.zeros((24, 32, 4), np.uint8)
        pixels[..., 3] = np.linspace(60, 255, 32).astype(np.uint8)
        pixels[:12, :, 0], pixels[:, :16, 1] = 255, 200
        return st.Layer(frame=self.frame(), contents=st.Image(pixels))

    def group(self, depth: int) -> st.Layer:
        layer = st.Layer(frame=self.frame())
        layer.masks_to_bounds = self.chance(0.4)
        layer.corner_radius = self.between(0, 12)
        for _ in range(self.random.randrange(1, 4)):
            layer.add_sublayer(self.layer(depth + 1))
        return layer

    def copies(self, depth: int) -> st.Layer:
        layer = st.ReplicatorLayer(frame=self.frame(), instance_count=self.random.randrange(2, 5))
        layer.instance_transform = st.Transform3D.translation(self.between(-15, 15), self.between(-15, 15))
        layer.instance_color = self.color(0.5)
        layer.instance_red_offset = -self.between(0, 0.3)
        layer.instance_alpha_offset = -self.between(0, 0.2)
        layer.add_sublayer(self.layer(depth + 1))
        return layer


@pytest.mark.parametrize("renderer", [name for name in BY_NAME if name.values != ("cairosvg",)])
@pytest.mark.parametrize("seed", seeds(4, 14, 40))
def test_other_renderers_draw_random_scenes_the_same(seed: int, renderer: str) -> None:
    check(Dice(seed).scene(), 0, renderer)


# Contents of a file


def elements(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for element in ElementTree.fromstring(text).iter():
        counts[element.tag.removeprefix(SVG)] = counts.get(element.tag.removeprefix(SVG), 0) + 1
    return counts


def test_text_and_shapes_are_outlines_and_not_pictures() -> None:
    scene = st.Scene(100, 40, background="white")
    scene.add_sublayer(st.TextLayer("Hot!o", font_size=30, position=(50, 20)))
    text = svg_of(scene)
    found = elements(text)
    assert "image" not in found
    assert "text" not in found
    assert len(re.findall(r'<path id="p\d+"', text)) == 1, "the outline of a letter that comes twice"
    assert len(re.findall(r'<use href="#p\d+"', text)) == 2
    root = ElementTree.fromstring(text)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("100", "40", "0 0 100 40")


def test_copies_are_references() -> None:
    dot = st.Layer(frame=(0, 0, 8, 8), background_color="red", border_width=1, border_color="black")
    row = st.ReplicatorLayer(instance_count=50, instance_transform=st.Transform3D.translation(10, 0))
    row.add_sublayer(dot)
    scene = st.Scene(500, 10)
    scene.add_sublayer(row)
    found = elements(svg_of(scene))
    assert (found["use"], found["rect"], found["path"]) == (50, 1, 1)


def test_blend_modes_and_masks_have_their_names() -> None:
    scene = st.Scene(40, 40, background="white")
    lower = st.Layer(frame=(0, 0, 30, 30), background_color="red")
    upper = st.Layer(frame=(10, 10, 30, 30), background_color="blue", compositing_filter="multiplyBlendMode")
    upper.mask = st.ShapeLayer(path=st.Path().ellipse(0, 0, 30, 30), fill_color="#00000080")
    scene.root.sublayers = [lower, upper]
    text = svg_of(scene)
    assert "mix-blend-mode:multiply" in text
    (mask,) = ElementTree.fromstring(text).iter(f"{SVG}mask")
    (shape,) = mask
    # An SVG mask uses the luminance of its shapes, so the painted shapes are white.
    assert shape.get("fill") == "#ffffff"
    assert float(shape.get("fill-opacity") or 1) == pytest.approx(0.5, abs=0.01)


def glass() -> st.Scene:
    scene = st.Scene(60, 60, background="white")
    scene.add_sublayer(st.Layer(frame=(0, 25, 60, 8), background_color="red"))
    blur = st.Filter("gaussianBlur", input_radius=4)
    scene.add_sublayer(st.Layer(frame=(20, 20, 20, 15), background_filters=[blur]))
    scene.add_sublayer(st.TextLayer("x", font_size=20, position=(30, 28)))
    return scene


def test_what_svg_has_no_word_for_is_a_picture_no_larger_than_it_must_be() -> None:
    text = svg_of(glass(), scale=3)
    root = ElementTree.fromstring(text)
    (picture,) = root.iter(f"{SVG}image")
    bounds = [float(picture.get(name) or 0) for name in ("x", "y", "width", "height")]
    assert bounds == [20, 20, 20, 15], "the glass alone; what is below and above has its vectors"
    found = elements(text)
    assert (found["rect"], found["path"]) == (2, 1)
    data = (picture.get("href") or "").split(",")[1]
    with Pillow.open(io.BytesIO(__import__("base64").b64decode(data))) as image:
        assert image.size == (60, 45)
    scene = glass()
    scene.background = None
    (whole,) = ElementTree.fromstring(svg_of(scene)).iter(f"{SVG}image")
    assert float(whole.get("width") or 0) == 60, "nothing can be laid over what shines through"


def test_without_filters_a_blur_is_a_picture() -> None:
    scene = st.Scene(40, 40)
    scene.add_sublayer(st.Layer(frame=(10, 10, 9, 9), background_color="red", shadow_opacity=1))
    assert elements(svg_of(scene))["filter"] == 1
    found = elements(svg_of(scene, filters=False))
    assert "filter" not in found
    assert found["image"] == 1


def test_a_page_is_as_large_as_the_scene_and_the_bytes_are_the_same_each_time() -> None:
    scene = st.Scene(123.5, 45, background="#ff8800")
    files = [io.BytesIO(), io.BytesIO()]
    for file in files:
        scene.save_pdf(file)
    data = files[0].getvalue()
    assert data.startswith(b"%PDF-")
    assert re.search(rb"/MediaBox\s*\[0 0 123\.5 45\]", data)
    assert data == files[1].getvalue()


# Options and errors


def test_stills_need_the_ending_of_their_format(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(10, 10, background="red")
    scene.save_svg(tmp_path / "a.svg")
    scene.save_pdf(tmp_path / "a.pdf")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "a.svg"]
    with pytest.raises(st.InvalidArgument, match=r"'\.png'.*\.svg"):
        scene.save_svg(tmp_path / "a.png")
    with pytest.raises(st.InvalidArgument, match=r"PDF.*\.pdf"):
        scene.save_pdf(tmp_path / "a.svg")
    with pytest.raises(st.WriteError, match="nowhere"):
        scene.save_svg(tmp_path / "nowhere" / "a.svg")
    with pytest.raises(TypeError, match="filters"):
        scene.save_svg(tmp_path / "a.svg", filters="yes")  # type: ignore[arg-type]
    with pytest.raises(st.Error, match="scale"):
        scene.save_svg(tmp_path / "a.svg", scale=0)


def test_without_typst_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ImportError, match=r"'stretto\[pdf\]'"):
        st.Scene(10, 10).save_pdf(io.BytesIO())


def test_too_many_shapes_are_refused() -> None:
    dot = st.Layer(frame=(0, 0, 1, 1), background_color="red")
    for _ in range(3):
        row = st.ReplicatorLayer(instance_count=128, instance_transform=st.Transform3D.rotation(0.1))
        row.add_sublayer(dot)
        dot = row
    scene = st.Scene(10, 10)
    scene.add_sublayer(dot)
    with pytest.raises(st.LimitError, match=r"SVG.*1048576"):
        svg_of(scene)
    with pytest.raises(st.LimitError, match=r"a PDF file has at most 1048576"):
        scene.save_pdf(io.BytesIO())


def test_pictures_inside_are_counted_before_one_is_drawn() -> None:
    """A still with too many embedded images raises its error before any image is drawn. The error used to
    come after ten seconds of drawing images.
    """

    def seconds(count: int) -> float:
        scene = st.Scene(240, 240)
        for k in range(count):
            cone = st.GradientLayer(colors=["#f008", "#00f8"], type="conic", frame=(0, 0, 240, 240 - k / 9))
            scene.add_sublayer(cone)
        start = time.process_time()
        with contextlib.suppress(st.LimitError):
            scene.save_svg(io.BytesIO(), filters=False)
            assert count < 1024
        return time.process_time() - start

    assert seconds(1025) < seconds(200)


def test_a_tree_as_deep_as_can_be_is_written() -> None:
    scene = st.Scene(20, 20)
    layer = scene.root
    for _ in range(200):
        inner = st.Layer(frame=(0, 0, 20, 20), opacity=0.999, masks_to_bounds=True, corner_radius=3)
        layer.add_sublayer(inner)
        layer = inner
    layer.background_color = "red"
    assert elements(svg_of(scene))["g"] >= 200


def test_it_ends_when_another_thread_cancels_it() -> None:
    import threading

    dot = st.Layer(frame=(0, 0, 9, 9), background_color="red", corner_radius=2, border_width=1)
    grid = dot
    for _ in range(2):
        row = st.ReplicatorLayer(instance_count=500, instance_transform=st.Transform3D.rotation(0.01))
        row.instance_color, row.instance_red_offset = "white", -0.001
        row.add_sublayer(grid)
        grid = row
    scene = st.Scene(100, 100)
    scene.add_sublayer(grid)
    raised: list[BaseException] = []

    def write() -> None:
        try:
            while True:
                svg_of(scene)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    while thread.is_alive():
        scene.cancel()
        thread.join(0.001)
    assert isinstance(raised[0], st.Cancelled)


def test_numbers_of_a_file_are_finite_whatever_the_scene() -> None:
    scene = st.Scene(20, 20)
    scene.add_sublayer(st.Layer(frame=(0, 0, 1e300, 5), background_color="red"))
    flat = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    flat.transform = st.Transform3D.rotation(math.pi / 2, 0, 1, 0)
    scene.add_sublayer(flat)
    text = svg_of(scene)
    assert not re.search(r"\b(nan|inf)\b", text)
    ElementTree.fromstring(text)
