"""Tests that the package has no import cycles, also not by imports inside functions."""

from __future__ import annotations

import ast
import graphlib
import pathlib
from collections.abc import Iterator

import stretto

PACKAGE = pathlib.Path(stretto.__file__).parent
FILES = {
    ".".join(["stretto", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}


def needed(module: str, node: ast.AST) -> Iterator[str]:
    """The modules that a piece of code imports or names in a string for a lazy import, except imports for
    type checkers.
    """
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        for item in node.orelse:
            yield from needed(module, item)
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = module if FILES[module].name == "__init__.py" else module.rpartition(".")[0]
        above = package.rsplit(".", node.level - 1)[0] if node.level else ""
        source = ".".join(filter(None, [above, node.module]))
        for alias in node.names:
            yield f"{source}.{alias.name}" if f"{source}.{alias.name}" in FILES else source
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value  # import_module("stretto.movie"), lazily("stretto.movie"), a table of names
    for child in ast.iter_child_nodes(node):
        yield from needed(module, child)


def graph() -> dict[str, set[str]]:
    trees = {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in FILES.items()}
    return {
        module: {name for name in needed(module, tree) if name in FILES and name not in (module, "stretto")}
        for module, tree in trees.items()
    }


def test_no_module_needs_itself_through_others() -> None:
    assert sum(map(len, graph().values())) > 100, "imports are found"
    tuple(graphlib.TopologicalSorter(graph()).static_order())  # raises CycleError with the cycle
