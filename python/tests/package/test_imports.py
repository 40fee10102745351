"""The package is built in storeys: no module needs one above it."""

from __future__ import annotations

import ast
import functools
import graphlib
import pathlib
from collections.abc import Iterator

import pytest

import stretto

PACKAGE = pathlib.Path(stretto.__file__).parent
NAMES = {
    ".".join(["stretto", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}
#: Layers of modules from the ground up: a module may only import modules of lower storeys.
STOREYS = [
    ["_border", "_model", "_motion", "_pictures", "_storage", "_notebook", "_commands"],  # empty: folders
    [
        "errors",
        "_border._forking",
        "_border._lazy",
        "_border._library",
        "_border._signatures",
        "_border._ffi",
        "_border._interruptible",
        "_border._runs",
        "_border._handle",
        "_border._numbers",
        "_notebook._shown",
        "_model._words",
        "_model._reading",
        "_storage._files",
        "_pictures._png",
        "_pictures._pillow",
        "_pictures._frames",
        "_storage._folders",
        "_pictures._thorvg_child",
        "_pictures._thorvg",
        "_pictures._lottie",
        "_pictures._moving",
        "_pictures._svg",
        "_model._copying",
        "_pictures._css_colors",
        "color",
        "transform",
        "path",
        "font",
        "image",
    ],
    [
        "_model._values",
        "_model._converting",
        "_motion._stagger",
        "_model._stops",
        "_model._property",
        "_model._properties",
        "_model._key_paths",
        "filter",
        "animation",
        "animated",
        "layer",
        "portal",
        "text",
        "easing",
        "_motion._between",
        "_motion._sampled",
        "_motion._steps",
        "_motion._tracks",
        "_motion._morph",
    ],
    ["_storage._documents", "document"],
    [
        "_model._layer_paths",
        "reports",
        "_motion._loops",
        "_clips",
        "_notebook._player",
        "_pictures._stills",
        "movie",
        "scene",
        "timeline",
    ],
    [
        "_notebook._display",
        "plot",
        "_notebook._page",
        "widget",
        "_commands._demos",
        "_commands._scripts",
        "_commands._doctor",
        "_preview",
        "_commands._cli",
        "__main__",
    ],
]


def imports(path: pathlib.Path, module: str) -> Iterator[str]:
    """The modules of the package that one needs when it runs, wherever the import stands."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("lazily", "load"):
            yield from (
                item.value for item in node.args if isinstance(item, ast.Constant) and item.value in NAMES
            )
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in NAMES)
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            source = ".".join(filter(None, [above, node.module]))
            for alias in node.names:
                name = f"{source}.{alias.name}"
                yield from (found for found in [name if name in NAMES else source] if found in NAMES)


def given_names(path: pathlib.Path) -> set[str]:
    """The modules that a module puts names into: `vars(other).update(...)`, `other.name = ...`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.level or str(node.module).startswith("stretto"))
        if not node.module or f"stretto.{node.module.removeprefix('stretto.')}.{node.names[0].name}" in NAMES
        for alias in node.names
    }
    written = {
        ast.unparse(target.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute)
    }
    looked_into = {
        ast.unparse(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("vars", "setattr")
        for argument in node.args[:1]
    }
    return imported & (written | looked_into)


@functools.cache
def graph() -> dict[str, set[str]]:
    return {module: set(imports(path, module)) - {module} for module, path in NAMES.items()}


@pytest.mark.slow
def test_no_module_needs_itself_by_way_of_others() -> None:
    assert sum(map(len, graph().values())) > 100, "imports are found"
    tuple(graphlib.TopologicalSorter(graph()).static_order())  # raises CycleError, which names the circle


def test_an_import_cycle_is_found(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "errors.py"
    source.write_text("def late():\n    from .scene import Scene\n")
    circle = graph() | {"stretto.errors": set(imports(source, "stretto.errors"))}
    with pytest.raises(graphlib.CycleError):
        tuple(graphlib.TopologicalSorter(circle).static_order())


def test_no_module_puts_names_into_another() -> None:
    """A circle of imports cannot hide behind a module that another one completes."""
    found = {module: names for module, path in NAMES.items() if (names := given_names(path))}
    assert found == {}


@pytest.mark.slow
def test_each_layer_of_modules_imports_lower_ones_alone() -> None:
    level = {f"stretto.{name}": index for index, names in enumerate(STOREYS) for name in names}

    def of(module: str) -> int | None:
        return next((level[found] for found in (module, module.rpartition(".")[0]) if found in level), None)

    assert {module for module in NAMES if of(module) is None} == {"stretto"}, "each stands on a storey"
    wrong = [
        f"{module} needs {needed}"
        for module, found in graph().items()
        for needed in found
        if (below := of(module)) is not None and (above := of(needed)) is not None and above > below
    ]
    assert wrong == []
