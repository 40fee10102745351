"""Documents below 1 MB that are made to slow down or to fill the process that opens, draws and queries them.

`python attack_kit.py [NAME ...]` prints for each document the total seconds, the lateness of its latest
answer, and the peak memory of its process.
"""

from __future__ import annotations

import json
import pathlib
import sys
import tempfile
from typing import NamedTuple

import confined

SPACE = '<caml xmlns="http://www.apple.com/CoreAnimation/1.0" xmlns:stretto="urn:stretto:document:1">'
BOX = '<CALayer bounds="0 0 60 60" position="32 32" backgroundColor="1 0 0"/>'
LONG = '<animation type="CABasicAnimation" keyPath="opacity" duration="1e6"/>'
#: Timeout in seconds of opening a document, of a frame and of a report.
WANTED = 0.3


def root(inside: str, attributes: str = "") -> str:
    return f'{SPACE}<CALayer bounds="0 0 64 64" {attributes}>{inside}</CALayer></caml>'


def below(inside: str, count: int = 1) -> str:
    return root(f"<sublayers>{inside * count}</sublayers>")


def element(name: str, attributes: str = "", inside: str = "") -> str:
    return f"<{name} {attributes}>{inside}</{name}>"


def layer(attributes: str = "", inside: str = "", name: str = "CALayer") -> str:
    return element(name, f'bounds="0 0 64 64" {attributes}', inside)


def red(attributes: str = "", inside: str = "") -> str:
    return layer(f'backgroundColor="1 0 0" {attributes}', inside)


def within(depth: int, name: str = "CALayer", attributes: str = "", before: str = "") -> str:
    """A document with `depth` nested layers. The innermost layer contains a red layer."""
    head = f'<{name} bounds="0 0 64 64" {attributes}>{before}<sublayers>'
    return below(head * depth + BOX + f"</sublayers></{name}>" * depth)


def numbered(form: str, count: int) -> str:
    return "".join(form.format(k) for k in range(count))


def blurs(radius: float, name: str = "filters") -> str:
    return element(name, "", f'<CAFilter filter="gaussianBlur" name="b" inputRadius="{radius}"/>')


def shape(path: str, attributes: str = 'strokeColor="1 0 0"', inside: str = "") -> str:
    return layer(f'{attributes} path="{path}"', inside, "CAShapeLayer")


def dashes(pattern: str) -> str:
    return f'<lineDashPattern value="{pattern}"/>'


def text(string: str, inside: str = "") -> str:
    return below(layer(f'wrapped="1" string="{string}"', inside, "CATextLayer"))


def animated(inside: str) -> str:
    return below(layer("", element("animations", "", inside)))


def emitter(cells: str) -> str:
    return element("CAEmitterLayer", "", element("emitterCells", "", cells))


def keyframes(count: int) -> str:
    values = element("values", "", '<real value=".5"/>' * count)
    return element("p", 'type="CAKeyframeAnimation" keyPath="opacity" duration="1"', values)


def basic_animations(count: int) -> str:
    form = '<p key="a{}" type="CABasicAnimation" keyPath="opacity" duration="1.{}" repeatCount="inf"/>'
    return "".join(form.format(k, k) for k in range(count))


def groups(depth: int) -> str:
    head = '<p type="CAAnimationGroup" duration="1"><animations>'
    return head * depth + "</animations></p>" * depth


def state(name: str, base: str, target: str) -> str:
    value = '<value type="real" value=".5"/>'
    values = element("LKStateSetValue", f'targetId="{target}" keyPath="opacity"', value)
    return element("LKState", f'name="{name}" basedOn="{base}"', element("elements", "", values))


def states_in_a_chain(count: int) -> str:
    layers = element("sublayers", "", numbered('<CALayer id="l{}"/>', 200))
    states = "".join(state(f"s{k}", f"s{k - 1}", f"l{k % 200}") for k in range(count))
    changes = "".join(f'<stretto:change state="s{k % count}" time="{k}"/>' for k in range(4096))
    return root(layers + element("states", "", states) + element("stretto:changes", "", changes))


def axes(count: int) -> list[str]:
    """Key paths to `count` different variation axes of a font."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = ("".join(letters[k // 26**place % 26] for place in range(4)) for k in range(count))
    return [f"fontVariations.{name}" for name in names]


def values_of_a_state(count: int, changes: int) -> str:
    """A document with a state of `count` values of one layer, which `changes` changes set and leave."""
    form = '<LKStateSetValue targetId="l" keyPath="{}"><value type="real" value="1"/></LKStateSetValue>'
    states = element("LKState", 'name="a"', element("elements", "", "".join(map(form.format, axes(count)))))
    made = "".join(f'<stretto:change state="{"ab"[k % 2]}" time="{k}"/>' for k in range(changes))
    return root(
        element("sublayers", "", '<CATextLayer id="l"/>')
        + element("states", "", states + '<LKState name="b"/>')
        + element("stretto:changes", "", made)
    )


def changes_in_a_chain(animations: int) -> str:
    part = '<LKStateTransitionElement key="k{}" targetId="l">' + LONG + "</LKStateTransitionElement>"
    transition = element("elements", "", numbered(part, animations))
    transition = element("LKStateTransition", 'fromState="*" toState="*"', transition)
    changes = "".join(f'<stretto:change state="{"ab"[k % 2]}" time="{k}e-6"/>' for k in range(4000))
    return root(
        '<sublayers><CALayer id="l"/></sublayers><states><LKState name="a"/><LKState name="b"/></states>'
        + element("stateTransitions", "", transition)
        + element("stretto:changes", "", changes)
    )


def cells_that_share_cells() -> str:
    """A document with seven levels of shared cells. Each level contains the cell of the next level 500 times,
    which gives 500^7 cells.
    """
    form = '<CAEmitterCell birthRate="1" lifetime="1" stretto:cell="{}"{}'
    inside = ""
    for k in range(1, 8):
        cells = form.format(k, f">{inside}</CAEmitterCell>") + form.format(k, "/>") * 499
        inside = element("emitterCells", "", cells)
    return below(element("CAEmitterLayer", "", inside))


def portals_in_a_ring(count: int) -> str:
    form = '<CAPortalLayer id="p{}"><sourceLayer object="p{}"/></CAPortalLayer>'
    return below("".join(form.format(k, (k + 1) % count) for k in range(count)))


def portals_that_multiply(count: int) -> str:
    form = '<CAPortalLayer><sourceLayer object="p{}"/></CAPortalLayer>'
    trees = (
        element("CALayer", f'id="p{k}"', element("sublayers", "", form.format(k + 1) * 8))
        for k in range(count)
    )
    return below("".join(trees) + layer(f'id="p{count}"'))


def sheets(count: int) -> str:
    form = '<CALayer bounds="0 0 60 60" backgroundColor="1 0 0" transform="rotate({}deg, 1, {}, 0)"/>'
    inside = "".join(form.format(k, k % 7) for k in range(count))
    return below(element("CATransformLayer", "", element("sublayers", "", inside)))


def styles(count: int) -> str:
    form = '<stretto:style stretto:characters="{0} 10000" fontSize="{0}"/>'
    return element("stretto:styles", "", numbered(form, count))


def values_of_copies(count: int) -> str:
    value = '<value type="real" value=".5"/>'
    form = element("stretto:value", 'stretto:copies="{}" keyPath="opacity"', value)
    inside = layer("", element("stretto:values", "", numbered(form, count)))
    return below(element("CAReplicatorLayer", 'instanceCount="10"', element("sublayers", "", inside)))


KIT: dict[str, str] = {
    "deep elements": root("<a>" * 1000 + "</a>" * 1000),
    "deep layers": within(250),
    "deep masks": below('<CALayer backgroundColor="1 0 0"><mask>' * 250 + BOX + "</mask></CALayer>" * 250),
    "deep blurs": within(250, before=blurs(50)),
    "deep opacities": within(250, attributes='opacity=".9"'),
    "5,000 masks": below(red("", element("mask", "", BOX)), 5000),
    "3,000 blurs without an end": below(red("", blurs(1e9)), 3000),
    "3,000 backdrops": below(red("", blurs(30, "backgroundFilters")), 3000),
    "5,000 shadows": below(red('shadowOpacity="1" shadowRadius="500"'), 5000),
    "copies of copies": within(30, "CAReplicatorLayer", 'instanceCount="1000000"'),
    "4 million copies": within(2, "CAReplicatorLayer", 'instanceCount="2000"'),
    "particles": below(emitter('<CAEmitterCell birthRate="1e9" lifetime="1e9"/>'), 100),
    "cells that share cells": cells_that_share_cells(),
    "20,000 cells of a name": below(emitter('<CAEmitterCell name="a"/>' * 20_000)),
    "40,000 colours": below(
        layer("", element("colors", "", '<CGColor value="1 0 0"/>' * 40_000), "CAGradientLayer")
    ),
    "50,000 keyframes": animated(keyframes(50_000)),
    "9,000 animations": animated(basic_animations(9000)),
    "groups in groups": animated(groups(100)),
    "5,000 transitions": animated(numbered('<CATransition key="{}" type="fade" duration="9"/>', 5000)),
    "40,000 curves": below(shape("0 0 m " + "64 0 64 64 0 64 c " * 40_000)),
    "140,000 lines": below(shape("0 0 m " + "0 64 l 1 0 l " * 70_000)),
    "dashes without an end": below(shape("0 0 m 1e9 64 l", inside=dashes("1e-9 1e-9")), 1000),
    "round dashes": below(
        shape("0 0 m 64 64 l", 'strokeColor="1 0 0" lineCap="round" lineWidth="99"', dashes(".001 .001")), 200
    ),
    "numbers beyond all": below('<CALayer bounds="0 0 1e300 1e300" transform="scale(1e300)"/>', 3000),
    "720,000 characters": text("a b " * 180_000),
    "150,000 lines of text": text("a&#10;" * 150_000),
    "450,000 letters that join": text("\u0644\u0627\u0651" * 150_000),
    "a letter with 400,000 marks": text("a" + "\u0301" * 400_000),
    "directions in directions": text(("a\u05d0" * 60 + "\u202b") * 2500),
    "9,000 styles": text("a" * 10_000, styles(9000)),
    "15,000 texts": below(layer('string="Hello"', "", "CATextLayer"), 15_000),
    "2,000 states in a chain": states_in_a_chain(2000),
    "4,000 changes in a chain": changes_in_a_chain(1),
    "4,000 changes of 3,000 animations": changes_in_a_chain(3000),
    "7,000 values of a state": values_of_a_state(7000, 400),
    "40,000 axes of a font": below(element("CATextLayer", "".join(f'{axis}="1" ' for axis in axes(40_000)))),
    "portals in a ring": portals_in_a_ring(2000),
    "portals that multiply": portals_that_multiply(30),
    "25,000 ids": below(numbered('<CALayer id="i{}"/>', 25_000)),
    "25,000 warnings": below(numbered('<CALayer a{}="1"/>', 25_000)),
    "100,000 attributes of a layer": root("", numbered('a{}="" ', 100_000)),
    "30,000 namespaces": root("").replace(">", numbered(' xmlns:a{}="u"', 30_000) + ">", 1),
    "entities": '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY c "&b;&b;&b;&b;">]>' + root(""),
    "45,000 layers": below("<CALayer/>", 45_000),
    "12,000 layers below 200 others": below(
        '<CALayer name="l"><sublayers>' * 200 + "<CALayer/>" * 12_000 + "</sublayers></CALayer>" * 200
    ),
    "6,000 sheets through each other": sheets(6000),
    "7,000 values of copies": values_of_copies(7000),
}

#: A program that opens a document, draws two frames and calls reports, and prints how late each answer was.
CODE = """
import json, pathlib, time, warnings
warnings.simplefilter("ignore")
late = {}
def wanted(name, call, seconds):
    # On a busy machine the processor time is shorter than the elapsed time.
    wall, processor = time.monotonic(), time.process_time()
    try:
        return call()
    except st.Error:
        return None
    finally:
        late[name] = min(time.monotonic() - wall, time.process_time() - processor) - seconds
scene = wanted("open", lambda: st.Scene.open(PATH, timeout=WANTED), WANTED)
if scene is not None:
    for moment in (0, 0.5):
        wanted(f"render {moment}", lambda: scene.render(moment, timeout=WANTED), WANTED)
    for name, ask in QUESTIONS.items():
        wanted(name, lambda: ask(scene), 0 if name in ("to_bytes", "repr") else WANTED)
pathlib.Path(PATH + ".late").write_text(json.dumps(late))
"""
QUESTIONS = """{
    "hit_test": lambda scene: scene.hit_test(5, 5, 0.5, timeout=WANTED),
    "to_bytes": lambda scene: scene.to_bytes(),
    "repr": lambda scene: repr(scene),
    "diagnostics": lambda scene: scene.diagnostics(timeout=WANTED),
    "loop_report": lambda scene: scene.loop_report(timeout=WANTED),
}"""


class Measured(NamedTuple):
    """Result of a process that opened, drew and queried a document."""

    #: Seconds by which each answer exceeded its timeout. A negative number means that the answer came
    #: earlier.
    late: dict[str, float]
    #: Seconds that the process needed for all answers.
    seconds: float
    #: Peak memory of the process.
    megabytes: float


def measured(name: str, folder: pathlib.Path) -> Measured:
    """Opens, draws and queries one of the documents in a process of its own."""
    path = folder / "a.caml"
    path.write_text(KIT[name])
    assert path.stat().st_size < 1 << 20
    code = f"PATH, WANTED, QUESTIONS = {str(path)!r}, {WANTED}, {QUESTIONS}\n" + CODE
    found = confined.run(code, timeout=120)
    assert found.error == ""
    late: dict[str, float] = json.loads((folder / "a.caml.late").read_text())
    return Measured(late, found.seconds, found.megabytes)


def main(names: list[str]) -> None:
    print("seconds    late megabytes")
    for name in names or KIT:
        with tempfile.TemporaryDirectory() as folder:
            found = measured(name, pathlib.Path(folder))
        latest = max(found.late, key=lambda what: found.late[what])
        late = max(0.0, found.late[latest])
        print(f"{found.seconds:7.2f} {late:7.2f} {found.megabytes:9.0f}  {name} ({latest})", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
