"""Tests of scenes exported as Swift source: the compiler accepts every source against declarations of Apple's
classes.
"""

from __future__ import annotations

import math
import pathlib
import re
import shutil
import subprocess
import sys
import types

import pytest

import stretto as st

ROOT = pathlib.Path(__file__).parents[3]
GALLERY = ROOT / "python" / "examples" / "gallery"
EFFECTS = ROOT / "python" / "examples" / "effects"
#: Declarations of Apple's classes without an implementation.
DECLARATIONS = ROOT / "python" / "tests" / "support" / "UIKit.swift"
sys.path.insert(0, str(GALLERY))
import book  # noqa: E402


def effects() -> dict[str, st.Scene]:
    """Returns the scenes that the effect scripts pass to `save`, by name."""
    found: dict[str, st.Scene] = {}
    stand_in = types.ModuleType("save")
    vars(stand_in)["save"] = lambda scene, name, duration=None, loop=0: found.update(
        {f"effect_{name}": scene}
    )
    before = sys.modules.get("save")
    sys.modules["save"] = stand_in
    try:
        for path in sorted(EFFECTS.glob("*.py")):
            if path.stem != "save":
                exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), {"__name__": "__main__"})
    finally:
        del sys.modules["save"]
        if before is not None:
            sys.modules["save"] = before
    return found


def checked(sources: dict[str, str], folder: pathlib.Path) -> str:
    """The errors that Swift's compiler reports for the given sources. Each Swift source declares a function
    with another name.
    """
    if not shutil.which("swiftc"):
        pytest.skip("no swiftc to check the sources with")
    module = ["-emit-module", "-module-name", "UIKit", "-emit-module-path", str(folder / "UIKit.swiftmodule")]
    subprocess.run(["swiftc", *module, str(DECLARATIONS)], check=True, cwd=folder)
    paths = []
    for name, source in sources.items():
        path = folder / f"{name}.swift"
        source = source.replace("func makeScene()", f"func make_{name}()")
        # Calling any method on AnyObject compiles only with the Objective-C runtime, so the class
        # RunTimeClass replaces AnyObject.
        path.write_text(source.replace(" as AnyObject?)", " as RunTimeClass?)"), encoding="utf-8")
        paths.append(str(path))
    command = ["swiftc", "-typecheck", "-swift-version", "5", "-I", str(folder), *paths]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.longer)])
def test_scenes_of_the_gallery_are_taken_by_the_compiler(each: int, tmp_path: pathlib.Path) -> None:
    scenes = {entry.make.__name__: entry.make() for entry in book.entries()} | effects()
    sources = {name: scene.to_swift() for name, scene in scenes.items()}
    assert len(sources) > 120
    assert checked({name: sources[name] for name in list(sources)[::each]}, tmp_path) == ""


@pytest.mark.process
def test_the_type_check_of_swift_source_finds_a_wrong_name(tmp_path: pathlib.Path) -> None:
    source = small().to_swift()
    assert "cornerRadius" in source
    wrong = source.replace("cornerRadius", "cornerRadios")
    assert "has no member 'cornerRadios'" in checked({"wrong": wrong}, tmp_path)


def small() -> st.Scene:
    scene = st.Scene(240, 70, background="white")
    dot = st.Layer(name="dot", frame=(20, 30, 20, 20), corner_radius=10, background_color="red")
    rise = st.KeyframeAnimation("transform.translation.y", values=[0, -18, 0], duration=0.9)
    rise.repeat_count = math.inf
    dot.add_animation(rise, "rise")
    row = st.ReplicatorLayer(name="a row", instance_count=7, instance_delay=0.12)
    row.instance_transform = st.Transform3D.translation(30, 0)
    row.add_sublayer(dot)
    scene.add_sublayer(row)
    return scene


def test_a_wave_reads_as_somebody_would_write_it() -> None:
    lines = [line.strip() for line in small().to_swift().splitlines()]
    for line in (
        "scene.bounds = CGRect(x: 0, y: 0, width: 240, height: 70)",
        "let aRow = CAReplicatorLayer()",
        "aRow.instanceCount = 7",
        "aRow.instanceDelay = 0.12",
        "aRow.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)",
        "scene.addSublayer(aRow)",
        "aRow.addSublayer(dot)",
        'let dotTransformTranslationY = CAKeyframeAnimation(keyPath: "transform.translation.y")',
        "dotTransformTranslationY.values = [0, -18, 0]",
        "dotTransformTranslationY.repeatCount = .infinity",
        "dotTransformTranslationY.beginTime = zero",
        'dot.add(dotTransformTranslationY, forKey: "rise")',
    ):
        assert lines.count(line) == 1, line
    assert not any("Not in Core Animation" in line for line in lines)


@pytest.mark.parametrize(
    ("layer", "word"),
    [
        (st.ReplicatorLayer(name="row", instance_count=2, instance_delays=[0, 1]), "row.instanceDelays"),
        (st.TextLayer("a", name="row", tracking=2), "row.tracking"),
        (st.Layer(name="row", filters=[st.Filter("gaussianBlur", inputRadius=3)]), "row.filters"),
        (st.PortalLayer(name="row", source_layer=st.Layer()), 'PortalLayer "row"'),
        (st.EmitterLayer(name="row", warm=True), "row.warm"),
    ],
)
def test_a_word_that_core_animation_lacks_is_named(layer: st.Layer, word: str) -> None:
    scene = st.Scene(20, 20)
    scene.add_sublayer(layer)
    source = scene.to_swift()
    assert f"// Not in Core Animation: {word}" in source
    code = re.sub(r"//.*", "", source)
    assert "row" not in code or word.split(".")[-1] not in code


@pytest.mark.process
def test_positions_of_a_view_are_built_without_private_names(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(100, 60)
    views = st.ViewReplicator(st.Layer(name="view", frame=(7, 9, 20, 20), background_color="red"))
    views.add_proxy(frame=(0, 0, 50, 50))
    views.add_proxy(frame=(60, 0, 30, 30), time_offset=-0.5)
    scene.add_sublayer(views)
    source = scene.to_swift()
    assert "outer.instanceCount = 2" in source
    window = re.search(r"by windows of time, for (\d+) s", source)
    assert window is not None
    assert f"outer.instanceDelay = -{window[1]}" in source
    assert f"innerInstanceDelay.values = [0, {int(window[1])}.5]" in source
    assert "inner.addSublayer(view)" in source
    assert "Portal" not in source
    assert checked({"views": source}, tmp_path) == ""
    views.proxies[0].speed = 2
    assert (
        "// Not in Core Animation: the positions of the copies of layer: proxy 0 has a speed"
        in scene.to_swift()
    )


HOSTILE = [
    '"; exit(1) //',
    "\\(exit(1))",
    "two\nlines */ //",
    "class",
    "scene",
    "9",
    "",
    "é",
    "dot",
    "dot",
    "dot2",
]


@pytest.mark.process
def test_names_and_texts_stay_names_and_texts(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(10, 10)
    for name in HOSTILE:
        scene.add_sublayer(st.TextLayer(name, name=name))
        scene.add_sublayer(st.PortalLayer(name=name, source_layer=st.Layer()))
    source = scene.to_swift()
    assert checked({"hostile": source}, tmp_path) == ""
    variables = re.findall(r"^  let (\w+) = CATextLayer", source, re.M)
    assert len(variables) == len(set(variables)) == len(HOSTILE)


def test_a_deep_tree_is_written() -> None:
    scene = st.Scene(10, 10)
    top: st.Layer | st.Scene = scene
    for _ in range(200):
        layer = st.Layer()
        top.add_sublayer(layer)
        top = layer
    assert scene.to_swift().count("addSublayer(") == 200


@pytest.mark.process
def test_values_of_infinite_and_tiny_size(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(10, 10)
    layer = st.Layer(position=(1e-300, -1e300), z_position=1e20, duration=4, speed=-0.5)
    layer.add_animation(st.BasicAnimation("opacity", to_value=0, duration=math.inf, begin_time=-3))
    layer.add_animation(st.SpringAnimation("position", from_value=(0, 0), to_value=(5, 5)))
    scene.add_sublayer(layer)
    assert checked({"extreme": scene.to_swift()}, tmp_path) == ""


def test_cells_that_share_cells_are_written_once() -> None:
    cell = st.EmitterCell(name="spark")
    for _ in range(6):
        cell = st.EmitterCell(name="rocket", emitter_cells=[cell] * 500)
    scene = st.Scene(40, 40, sublayers=[st.EmitterLayer(emitter_cells=[cell, cell])])
    text = scene.to_swift()
    assert text.count("= CAEmitterCell()") == 7
    assert "emitterCells = [rocket, rocket]" in text


@pytest.mark.slow
def test_source_that_would_be_too_long_is_refused() -> None:
    path = st.Path.svg("M0 0" + "L1.0625 .0625" * 100_000)
    scene = st.Scene(40, 40, sublayers=[st.ShapeLayer(path=path) for _ in range(20)])
    with pytest.raises(st.LimitError, match="67108864 bytes"):
        scene.to_swift()
