"""Tests of stretto.js in Node: results equal those of the Python package, and errors have messages."""

from __future__ import annotations

import base64
import hashlib
import math
import pathlib
import re
import subprocess
import unicodedata
from typing import Any

import numpy as np
import pytest

import fonts
import stretto as st
from stretto._pages import page
from web import FOLDER, digests, in_node, needs_node, needs_web

pytestmark = [needs_web, needs_node, pytest.mark.process, pytest.mark.slow]

CORPORA = pathlib.Path(__file__).parents[3] / "Tests" / "fuzz" / "corpus"
WITHOUT_TEXT = FOLDER.with_name(FOLDER.name + "-without-text")
OPEN = "const scene = await stretto.open(bytes(given)); const dot = scene.layer('dot');"
#: Bytes of memory by which the engine may grow while documents are opened and closed.
MEMORY = 96 << 20


@pytest.fixture
def scene() -> st.Scene:
    """A scene with three dots, each later than the previous dot."""
    scene = st.Scene(160, 60, background="white")
    dot = st.Layer(frame=(20, 25, 10, 10), corner_radius=5, background_color="#66666f", name="dot")
    bounce = st.KeyframeAnimation("transform.translation.y", values=[0, -12, 0], duration=0.9)
    bounce.repeat_count = math.inf
    dot.add_animation(bounce)
    row = st.ReplicatorLayer(instance_count=3, instance_delay=0.15, name="row")
    row.instance_transform = st.Transform3D.translation(30, 0)
    row.add_sublayer(dot)
    scene.add_sublayer(row)
    scene.add_state("dark", {dot: {"backgroundColor": "black"}})
    return scene


def asked(scene: st.Scene, program: str) -> Any:
    return in_node(OPEN + program, base64.b64encode(scene.to_bytes()).decode())


def asked_frame(scene: st.Scene) -> list[int]:
    document = base64.b64encode(scene.to_bytes()).decode()
    found: list[int] = in_node(
        "return Array.from((await stretto.open(bytes(given))).render(0).data);", document
    )
    return found


def packed_size(path: pathlib.Path) -> int:
    """The size of a file in bytes after compression with brotli."""
    words = ["brotli", "--stdout", "--quality=11", "--lgwin=24", str(path)]
    return len(subprocess.run(words, check=True, capture_output=True).stdout)


def test_the_sizes_are_within_what_a_page_may_take() -> None:
    assert packed_size(FOLDER / "stretto.wasm") <= 1_000_000
    assert (FOLDER / "stretto.engine.js").stat().st_size < 2_000_000


@pytest.mark.skipif(not (WITHOUT_TEXT / "stretto.js").exists(), reason="not built (tools/web.py)")
def test_without_text_all_else_is_drawn_and_texts_are_an_error(scene: st.Scene) -> None:
    script = (WITHOUT_TEXT / "stretto.js").as_uri()
    document = scene.to_bytes()
    scene.add_sublayer(st.TextLayer(string="a word", position=(80, 30)))
    found = in_node(
        """
        const { open } = await import(given.script);
        const frame = (await open(bytes(given.documents[0]))).render(0.5);
        const hash = Buffer.from(await crypto.subtle.digest("SHA-256", frame.data)).toString("hex");
        return [hash, await open(bytes(given.documents[1])).catch(({ kind, message }) => [kind, message])];
        """,
        {
            "script": script,
            "documents": [base64.b64encode(each).decode() for each in (document, scene.to_bytes())],
        },
    )
    assert [found[0]] == digests(document, [0.5], 1)
    assert found[1] == ["unsupported", "the scene has texts, and this engine was built without them"]
    assert packed_size(WITHOUT_TEXT / "stretto.wasm") <= 700_000


def test_the_module_asks_for_nothing_but_a_clock() -> None:
    found = in_node(
        "const module = new WebAssembly.Module(readFileSync(given));"
        "return WebAssembly.Module.imports(module).map(({ module, name }) => module + '.' + name);",
        str(FOLDER / "stretto.wasm"),
    )
    assert found == ["stretto.now"]


def test_the_types_name_what_is_there(scene: st.Scene) -> None:
    types = (FOLDER / "stretto.d.ts").read_text(encoding="utf-8")
    classes = {
        name: re.findall(r"^  (?:readonly )?(\w+)(?=[(:<?])", body, re.MULTILINE)
        for name, body in re.findall(r"^export class (\w+)[^{]*\{\n(.*?)^\}", types, re.MULTILINE | re.DOTALL)
    }
    assert len(classes["Scene"]) > 20
    functions = re.findall(r"^export function (\w+)", types, re.MULTILINE)
    lacking = asked(
        scene,
        f"const classes = {classes}, functions = {functions};"
        "const known = { Scene: scene, Layer: dot, Player: await stretto.player(bytes(given)),"
        " StrettoError: new stretto.StrettoError('', '') };"
        "const lacking = functions.filter((name) => typeof stretto[name] !== 'function');"
        "for (const [name, members] of Object.entries(classes)) {"
        "  const one = known[name] ?? stretto[name].prototype;"
        "  for (const member of members) if (!(member in one)) lacking.push(name + '.' + member); }"
        "return lacking;",
    )
    assert lacking == []


def test_reports_and_samples_equal_those_of_python(scene: st.Scene) -> None:
    dot, row = scene.find("dot"), scene.find("row")
    found = asked(
        scene,
        "const samples = scene.sample('dot', 'transform.translation.y', 0, 1, 5, { instance: [1] });"
        "return { size: scene.size, duration: scene.duration, warnings: scene.warnings, states: scene.states,"
        " names: scene.layers.map(({ name, type }) => [name, type]), local: scene.localTime('dot', 0.5, [2]),"
        " samples: Array.from(samples.values), steady: scene.loopReport().steadyFrom,"
        " instances: dot.instances(0.5), hit: (({ name, instance, point }) => ({ name, instance, point }))"
        "(scene.hit(55, 25, 0.5)), delay: scene.layer('row').get('instanceDelay') };",
    )
    report = scene.loop_report()
    hit = scene.hit_test(55, 25, 0.5)
    assert hit is not None
    assert found["size"] == {"width": 160, "height": 60}
    assert (found["duration"], found["steady"]) == (report.duration, report.steady_from)
    assert (found["warnings"], found["states"]) == ([], ["dark"])
    assert ["dot", "CALayer"] in found["names"]
    assert ["row", "CAReplicatorLayer"] in found["names"]
    assert found["local"] == dot.local_time(0.5, (2,))
    assert isinstance(row, st.ReplicatorLayer)
    assert found["delay"] == row.instance_delay
    times = [0, 0.25, 0.5, 0.75, 1]
    values = [dot.presentation_value("transform.translation.y", time, instance=(1,)) for time in times]
    assert found["samples"] == values
    instances = scene.instances(dot, 0.5)
    assert [tuple(item["instance"]) for item in found["instances"]] == [item.instance for item in instances]
    assert [item["localTime"] for item in found["instances"]] == [item.local_time for item in instances]
    assert found["hit"] == {"name": "dot", "instance": list(hit.instance), "point": list(hit.point)}


def test_values_set_by_scripts_are_drawn_and_saved(scene: st.Scene) -> None:
    found = asked(
        scene,
        "scene.layer('row').set('instanceDelay', 0.3).set('instanceCount', 2);"
        "dot.set('backgroundColor', '#ff0000').set('opacity', 0.5, { instance: [1] });"
        "const all = (bytes) => Array.from(bytes);"
        "return [all(scene.toBytes()), all(scene.render(0.5).data), scene.localTime('dot', 1, [1])];",
    )
    dot, row = scene.find("dot"), scene.find("row")
    assert isinstance(row, st.ReplicatorLayer)
    row.instance_delay, row.instance_count = 0.3, 2
    dot.background_color = "#ff0000"
    dot.set_value("opacity", 0.5, instance=(1,))
    assert found[2] == dot.local_time(1, (1,))
    assert bytes(found[1]) == scene.render(0.5).tobytes()
    assert (st.Scene.from_bytes(bytes(found[0])).render(0.5) == scene.render(0.5)).all()


def test_pictures_are_written_too(scene: st.Scene) -> None:
    """Documents with pictures are written correctly. PNG checksums are often above 2^31, the limit of 32-bit
    signed integers in the engine.
    """
    noise = np.random.default_rng(5).integers(0, 256, (40, 50, 4), dtype=np.uint8)
    for size in (40, 23, 8, 1):
        scene.add_sublayer(st.Layer(frame=(0, 0, size, size), contents=noise[:size, :size]))
    written = bytes(asked(scene, "return Array.from(scene.toBytes());"))
    assert st.Scene.from_bytes(written) == scene


def test_the_source_of_a_view_replicator_is_a_layer_of_the_scene(scene: st.Scene) -> None:
    view = st.ViewReplicator(st.Layer(name="shown", sublayers=[st.Layer(name="inside")]), name="places")
    view.add_proxy(frame=(0, 0, 9, 9))
    scene.add_sublayer(view)
    found = asked(scene, "return scene.layers.map(({ name, role, parent }) => [name, role, parent?.name]);")
    assert ["shown", "source", "places"] in found
    assert ["inside", "sublayer", "shown"] in found


def test_the_source_for_core_animation_is_that_of_python(scene: st.Scene) -> None:
    program = "(0, eval)(readFileSync(given[0], 'utf8')); return strettoSource.swift(bytes(given[1]));"
    given = [str(FOLDER / "stretto.source.js"), base64.b64encode(scene.to_bytes()).decode()]
    assert in_node(program, given) == scene.to_swift()


@pytest.mark.parametrize("vector", ["svg", "lottie"])
def test_vector_animations_are_those_of_python(scene: st.Scene, vector: str) -> None:
    program = (
        f"(0, eval)(readFileSync(given[0], 'utf8')); return strettoVectors.{vector}(bytes(given[1]), 2);"
    )
    given = [str(FOLDER / "stretto.vectors.js"), base64.b64encode(scene.to_bytes()).decode()]
    expected = scene.to_lottie(duration=2) if vector == "lottie" else scene.to_svg(animated=True, duration=2)
    assert in_node(program, given) == expected


def test_an_animation_without_a_vector_form_is_refused_with_the_sentence_of_python(scene: st.Scene) -> None:
    glass = st.Layer(frame=(0, 0, 20, 20), name="glass")
    glass.background_filters = [st.Filter("gaussianBlur", input_radius=6)]
    scene.add_sublayer(glass)
    with pytest.raises(st.InvalidArgument) as error:
        scene.to_lottie(duration=2)
    program = (
        "(0, eval)(readFileSync(given[0], 'utf8')); "
        "return strettoVectors.lottie(bytes(given[1]), 2).catch((error) => [error.kind, error.message]);"
    )
    given = [str(FOLDER / "stretto.vectors.js"), base64.b64encode(scene.to_bytes()).decode()]
    assert in_node(program, given) == ["invalid", str(error.value)]


def test_a_state_is_shown_from_its_time_on(scene: st.Scene) -> None:
    found = asked(
        scene, "scene.setState('dark', 1); return [0.5, 1.5].map((t) => Array.from(scene.render(t).data));"
    )
    scene.set_state("dark", 1)
    assert [bytes(frame) for frame in found] == [scene.render(time).tobytes() for time in (0.5, 1.5)]


#: Wrong calls, with the kind and a word of the error that each call raises. The scene `other` and the layer
#: `layer` of the scene `other` are closed.
WRONG = {
    "scene.render()": ("invalid", "time"),
    "scene.render('soon')": ("invalid", "finite"),
    "scene.render(NaN)": ("invalid", "finite"),
    "scene.render(0, { scale: 1e9 })": ("limit", "too large"),
    "scene.render(0, { scale: 0 })": ("invalid", "above 0"),
    "scene.render(0, { into: {} })": ("invalid", "an array of bytes"),
    "scene.render(0, { into: new Uint8Array(3) })": ("invalid", "3 bytes were given; the frame has 38400"),
    "scene.render(0, { timeout: NaN })": ("invalid", "timeout"),
    "scene.layer('dto')": ("invalid", 'there is no layer "dto"; there are: row, dot'),
    "scene.layer(99)": ("invalid", "there is no layer 99"),
    "scene.layer()": ("invalid", "there is no layer undefined"),
    "scene.hit('here', 1, 0)": ("invalid", "x: nan was given"),
    "scene.hit(1, 1, Infinity)": ("invalid", "time: inf was given"),
    "scene.setState('night')": ("invalid", 'there is no state "night"; there are: dark'),
    "scene.setState()": ("invalid", 'there is no state "undefined"'),
    "scene.setState('dark', NaN)": ("invalid", "time: nan was given"),
    "scene.localTime('dto', 1)": ("invalid", "there is no layer"),
    "scene.diagnostics({ clip: -1 })": ("invalid", "clip"),
    "scene.seek(NaN)": ("invalid", "time: NaN was given"),
    "scene.play('canvas')": ("invalid", "a canvas"),
    "scene.play(null, { speed: NaN })": ("invalid", "speed: NaN was given"),
    "scene.play()": ("unsupported", "scenes play in pages"),
    "dot.set()": ("keyPath", "undefined"),
    "dot.set('opactiy', 1)": ("keyPath", 'the nearest is "opacity"'),
    "dot.set('opacity', 'half')": ("keyPath", "opacity takes a number"),
    "dot.set('opacity', NaN)": ("invalid", "opacity: NaN was given"),
    "dot.set('opacity', {})": ("keyPath", "opacity: object was given"),
    "dot.set('opacity', 1, { instance: 'all' })": ("invalid", 'instance: "all" was given'),
    "dot.set('cornerRadius', Infinity)": ("invalid", "cornerRadius"),
    "dot.set('position', [1])": ("invalid", "position takes a point"),
    "dot.set('position', [1, 'up'])": ("invalid", "the item 1"),
    "dot.get('opactiy')": ("keyPath", 'the nearest is "opacity"'),
    "dot.get('opacity', { time: NaN })": ("invalid", "time: NaN was given"),
    "dot.localTime(NaN)": ("invalid", "time: nan was given"),
    "dot.localTime(0, [0, 0])": ("invalid", "at most that many indices name a copy"),
    "dot.instances('soon')": ("invalid", "time: nan was given"),
    "dot.sample('opacity', 0, 1, 1e8)": ("invalid", "count: 100000000 was given"),
    "dot.sample('opacity', 0, 1, 2 ** 32 + 1)": ("invalid", "a whole number is needed"),
    "dot.sample('opacity', 0, NaN, 5)": ("invalid", "to: nan was given"),
    "dot.sample('name', 0, 1, 5)": ("keyPath", "no numbers"),
    "dot.sample('transform', 0, 1, 2 ** 20)": ("limit", "numbers"),
    "other.render(0)": ("closed", "closed"),
    "other.play({ getContext() {} })": ("closed", "closed"),
    "layer.get('opacity')": ("closed", "closed"),
    "stretto.open()": ("invalid", "open takes"),
    "stretto.open(7)": ("invalid", "open takes"),
    "stretto.open('nowhere.caml')": ("document", '"nowhere.caml" cannot be fetched'),
    "stretto.open('<caml>')": ("document", "line 1"),
    "stretto.open(new Uint8Array(9))": ("document", ""),
    "stretto.open(Uint8Array.of(31, 139, 8, 0))": ("document", "gzip"),
    "stretto.open(Uint8Array.of(80, 75, 3, 4))": ("document", "zip archive"),
    "stretto.open(source, { timeout: '2 s' })": ("invalid", "timeout: 2 s was given"),
    "stretto.open(source, { assets: { 'a.png': 'red' } })": ("invalid", "a.png is no Uint8Array"),
    "stretto.player(source, { speed: 'fast' })": ("invalid", "speed: fast was given"),
    "(await stretto.player('<caml>')).ready": ("document", "line 1"),
    "(await stretto.player(source)).set('dto', 'opacity', 1)": ("invalid", "there is no layer"),
    "(await stretto.player(source)).setState('night')": ("invalid", "there is no state"),
    "(await stretto.player(source)).hit('here', 1)": ("invalid", "x: nan was given"),
    "(await stretto.player(source)).replace()": ("invalid", "replace takes"),
    "(await stretto.player(source)).setRange()": ("invalid", "from: undefined was given"),
    "(await stretto.player(source)).show({})": ("invalid", "a canvas"),
    "(await stretto.player(source)).scale = 0": ("invalid", "scale: 0 was given"),
}


def test_bad_input_gets_a_sentence_and_changes_nothing(scene: st.Scene) -> None:
    asking = ", ".join(f"async () => {{ await ({program}); }}" for program in WRONG)
    found = asked(
        scene,
        "const source = bytes(given), other = await stretto.open(source), layer = other.layer('dot');"
        "other.close();"
        "const before = scene.render(0.5).data.slice(), found = [];"
        f"for (const ask of [{asking}]) {{"
        "  try { await ask(); found.push(['none', '', false]); } catch (error) {"
        "    const same = scene.render(0.5).data.every((byte, k) => byte === before[k]);"
        "    const kind = error instanceof stretto.StrettoError ? error.kind : error.name;"
        "    found.push([kind, error.message, same]); } }"
        "return found;",
    )
    assert len(found) == len(WRONG)
    for (program, (kind, words)), (found_kind, sentence, is_same) in zip(WRONG.items(), found, strict=True):
        assert (found_kind, is_same) == (kind, True), (program, sentence)
        assert words in sentence, program


@pytest.mark.parametrize(
    ("lacking", "words"),
    [
        ("WebAssembly.validate = () => false;", "no SIMD"),
        ("globalThis.WebAssembly = undefined;", "no WebAssembly"),
    ],
)
def test_an_older_browser_shows_what_it_lacks(lacking: str, words: str) -> None:
    found = in_node(
        lacking
        + "try { await stretto.open('<caml/>'); } catch ({ kind, message }) { return [kind, message]; }"
    )
    assert found[0] == "unsupported"
    assert words in found[1]


def test_a_frame_that_takes_too_long_is_given_up() -> None:
    scene = st.Scene(400, 400)
    outer: st.Layer = st.Layer(frame=(0, 0, 40, 40), background_color="red", corner_radius=20)
    for _ in range(3):
        row = st.ReplicatorLayer(instance_count=90, instance_transform=st.Transform3D.translation(1, 2))
        row.add_sublayer(outer)
        outer = row
    scene.add_sublayer(outer)
    found = in_node(
        "const scene = await stretto.open(bytes(given), { timeout: 0.1 });"
        "try { scene.render(0); return 'drawn'; } catch ({ kind }) { return [kind, scene.size.width]; }",
        base64.b64encode(scene.to_bytes()).decode(),
    )
    assert found == ["timeout", 400]


def test_two_thousand_scenes_leave_no_memory_behind(scene: st.Scene) -> None:
    found = asked(
        scene,
        "const source = bytes(given); for (let k = 0; k < 2000; k += 1) {"
        " const other = await stretto.open(source); other.render(0.1 * k); other.close(); }"
        "return [await stretto.memorySize(), scene.size.width];",
    )
    assert found[0] < MEMORY
    assert found[1] == 160


#: Documents that would fill the memory or take for ever, and the kind of error when they are opened or drawn.
HOSTILE = {
    "entities": (
        '<!DOCTYPE caml [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><caml>&b;</caml>',
        "document",
    ),
    "a deep tree": ("<caml>" + 2000 * "<CALayer>" + 2000 * "</CALayer>" + "</caml>", "document"),
    "a vast picture": ("picture", "limit"),
    "many layers": ("<CALayer/>" * 400_000, "timeout"),
    "many copies": (
        3 * '<CAReplicatorLayer instanceCount="900"><sublayers>'
        + '<CALayer bounds="0 0 9 9" cornerRadius="2" backgroundColor="1 0 0"/>'
        + 3 * "</sublayers></CAReplicatorLayer>",
        "limit",
    ),
}


def hostile(name: str) -> str:
    """A document by name, with a root element added if necessary."""
    words = HOSTILE[name][0]
    if words == "picture":
        head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (15_000).to_bytes(4, "big") * 2 + b"\x08\x06\0\0\0"
        data = base64.b64encode(head).decode()
        words = f'<CALayer><contents type="CGImage" src="data:image/png;base64,{data}"/></CALayer>'
    if "<caml" in words:
        return words
    return (
        '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 200 200">'
        f"<sublayers>{words}</sublayers></CALayer></caml>"
    )


def test_hostile_documents_end_with_an_error_and_give_their_memory_back(scene: st.Scene) -> None:
    found = in_node(
        """
        const scene = await stretto.open(bytes(given.scene));
        const before = scene.render(0.5).data.slice(), kinds = {};
        for (const [name, document] of Object.entries(given.documents)) {
          try {
            const other = await stretto.open(document, { timeout: 0.5 });
            other.render(0);
          } catch ({ kind, message }) {
            kinds[name] = [kind, message];
          }
        }
        const isSame = scene.render(0.5).data.every((byte, k) => byte === before[k]);
        return [kinds, isSame, await stretto.memorySize()];
        """,
        {
            "scene": base64.b64encode(scene.to_bytes()).decode(),
            "documents": {name: hostile(name) for name in HOSTILE},
        },
    )
    assert {name: kind for name, (kind, _) in found[0].items()} == {
        name: kind for name, (_, kind) in HOSTILE.items()
    }
    assert found[1], "the scene that was open draws the same"
    assert found[2] < MEMORY


def test_names_that_are_canonically_equal_are_one_name() -> None:
    """Names that are canonically equivalent are equal: a cell is named with a composed character and two
    marks, and found by the decomposed character with the marks in another order.
    """
    characters = [*range(0xC0, 0xAC00), *range(0xAC00, 0xD7A4, 97), *range(0xF900, 0x30000)]
    pairs = [(chr(code), unicodedata.normalize("NFD", chr(code))) for code in characters]
    pairs = [pair for pair in pairs if pair[0] != pair[1]]
    assert len(pairs) > 2000
    scene = st.Scene(20, 20)
    expected: dict[str, int] = {}
    for start in range(0, len(pairs), 64):
        emitter = st.EmitterLayer(name=str(start // 64))
        for k, (one, two) in enumerate(pairs[start : start + 64]):
            # Two characters may have the same decomposition.
            if two not in expected:
                cell = st.EmitterCell(name=f"{one}\u0323\u0301", birth_rate=k + 1)
                emitter.emitter_cells = [*emitter.emitter_cells, cell]
                expected[two] = start + k + 1
        scene.add_sublayer(emitter)
    found = in_node(
        """
        const scene = await stretto.open(bytes(given.scene));
        return Object.entries(given.cells).map(([name, number]) => {
          const emitter = scene.layer(String(Math.floor((number - 1) / 64)));
          return emitter.get(`emitterCells.${name}\u0301\u0323.birthRate`);
        });
        """,
        {"scene": base64.b64encode(scene.to_bytes()).decode(), "cells": expected},
    )
    assert found == [(number - 1) % 64 + 1 for number in expected.values()]


@pytest.mark.parametrize("kind", [st.Layer, st.ReplicatorLayer, st.TransformLayer])
def test_the_deepest_tree_is_drawn(kind: type[st.Layer]) -> None:
    scene = st.Scene(40, 40)
    deepest = scene.root
    for _ in range(250):
        deepest = deepest.add_sublayer(kind())
    deepest.add_sublayer(st.Layer(frame=(3, 4, 20, 10), background_color="red"))
    assert bytes(asked_frame(scene)) == scene.render(0).tobytes()


def corpus(kind: str) -> list[pathlib.Path]:
    """The seed files of a fuzzing target, and the files that fuzzing found."""
    found = [path for path in sorted((CORPORA / kind).glob("*")) if path.suffix != ".txt"]
    assert found
    return found


def test_documents_of_the_fuzzer_trap_nowhere() -> None:
    found = in_node(
        """
        const trapped = [];
        for (const file of given) {
          try {
            const scene = await stretto.open(readFileSync(file), { timeout: 5 });
            scene.render(0.5);
            scene.close();
          } catch ({ kind, message }) {
            if (kind === "stopped" || !kind) trapped.push([file, message]);
          }
        }
        return trapped;
        """,
        [str(path) for path in corpus("document")],
    )
    assert found == []


def test_pictures_of_the_fuzzer_are_drawn_or_reported() -> None:
    """Each PNG file of the fuzzer's corpus is drawn, or gives a warning of the scene."""
    document = (
        '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 32 32"><sublayers>'
        '<CALayer bounds="0 0 32 32" position="16 16"><contents type="CGImage" src="a.png"/></CALayer>'
        "</sublayers></CALayer></caml>"
    )
    found = in_node(
        """
        const found = {};
        for (const file of given.files) {
          const scene = await stretto.open(given.document, { assets: { "a.png": readFileSync(file) } });
          found[file] = [scene.render(0).data.some((byte) => byte > 0), scene.warnings.length];
        }
        return found;
        """,
        {"document": document, "files": [str(path) for path in corpus("png")]},
    )
    assert {file: answer for file, answer in found.items() if not (answer[0] or answer[1])} == {}
    assert sum(drawn for drawn, _ in found.values()) > 20


def test_texts_of_the_fuzzer_have_the_same_bytes() -> None:
    """Texts of the fuzzer's corpus have equal bytes in the library and in the engine. Texts with emoji are
    skipped, because pages have no emoji font.
    """
    read = [path.read_bytes().decode("utf-8", "replace").replace("\0", "\ufffd") for path in corpus("text")]
    texts = [text for text in read if not page.emoji(text)]
    scene = st.Scene(160, 60, background="white")
    text = st.TextLayer(string="", frame=(5, 5, 150, 50), font_size=13, wrapped=True, name="text")
    text.foreground_color = "black"
    scene.add_sublayer(text)
    document = base64.b64encode(scene.to_bytes()).decode()
    found = in_node(
        """
        const scene = await stretto.open(bytes(given.document));
        const digests = [];
        for (const text of given.texts) {
          scene.layer("text").set("string", text);
          const hash = await crypto.subtle.digest("SHA-256", scene.render(0.5).data);
          digests.push(Buffer.from(hash).toString("hex"));
        }
        return digests;
        """,
        {"document": document, "texts": texts},
    )
    expected = []
    for string in texts:
        text.string = string
        expected.append(hashlib.sha256(scene.render(0.5).tobytes()).hexdigest())
    assert found == expected
    assert len(set(found)) > 10


def test_fonts_of_every_kind_have_the_same_bytes() -> None:
    given, expected = [], []
    for data in fonts.every_kind().values():
        scene = st.Scene(120, 40, background="white")
        text = st.TextLayer(string="Aö漢ABC", font=st.Font(data), font_size=18, frame=(2, 2, 116, 36))
        text.foreground_color = "black"
        scene.add_sublayer(text)
        document = scene.to_bytes()
        given.append(base64.b64encode(document).decode())
        expected += digests(document, [0], 2)
    found = in_node(
        """
        const digests = [];
        for (const document of given) {
          const frame = (await stretto.open(bytes(document))).render(0, { scale: 2 });
          digests.push(Buffer.from(await crypto.subtle.digest("SHA-256", frame.data)).toString("hex"));
        }
        return digests;
        """,
        given,
    )
    assert found == expected
    assert len(set(found)) > 4


def test_a_tree_that_is_too_deep_for_the_stack_of_a_page_is_an_error_of_one_call(scene: st.Scene) -> None:
    deep = st.Scene(60, 40)
    deepest = deep.root
    for _ in range(250):
        deepest = deepest.add_sublayer(st.ReplicatorLayer())
    deepest.add_sublayer(st.Layer(frame=(3, 4, 20, 10), background_color="red"))
    program = (
        "(0, eval)(readFileSync(given[0], 'utf8')); "
        "const one = await strettoVectors.svg(bytes(given[1])).catch((error) => error.kind); "
        "return [one, await strettoVectors.svg(bytes(given[2]), 2)];"
    )
    documents = [base64.b64encode(each.to_bytes()).decode() for each in (deep, scene)]
    first, second = in_node(program, [str(FOLDER / "stretto.vectors.js"), *documents])
    assert first in ("stopped", deep.to_svg(animated=True))
    assert second == scene.to_svg(animated=True, duration=2)
