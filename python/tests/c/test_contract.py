"""Tests that the C header, the library's exported symbols and the generated table of signatures agree."""

from __future__ import annotations

import ctypes
import os
import pathlib
import re
import subprocess
import sys

import pytest

from stretto._ffi import ffi, library, signatures

HEADER = pathlib.Path(__file__).parents[3] / "include" / "stretto.h"
LIBRARY = ffi.lib._name
TOOLS = pathlib.Path(__file__).parents[2] / "tools"
#: Structs of the generated module, by the C names in their docstrings.
STRUCTS = {
    str(kind.__doc__).strip("`"): kind
    for kind in vars(signatures).values()
    if isinstance(kind, type) and issubclass(kind, ctypes.Structure)
}
#: Shared libraries that every Debian system has.
ALLOWED = re.compile(r"(libc|libm|libstdc\+\+|libgcc_s|ld-linux-x86-64|ld-linux-aarch64)[-.]")

pytestmark = pytest.mark.skipif(
    not HEADER.exists(), reason="the header is not here: these tests need the repository"
)


def source() -> str:
    return re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.S)


@pytest.mark.process
def test_the_library_exports_the_functions_of_the_header_and_nothing_else() -> None:
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    # The program nm marks a local symbol, which other libraries cannot use, with a lower-case letter.
    symbols = {name.partition("@")[0] for _, letter, name in rows if letter.isupper()}
    assert symbols == set(signatures.SIGNATURES)


@pytest.mark.process
def test_the_library_needs_allowed_shared_objects_only() -> None:
    dynamic = subprocess.run(["readelf", "-d", LIBRARY], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"NEEDED.*\[(.*)\]", dynamic)
    assert needed
    assert [name for name in needed if not ALLOWED.match(name)] == []
    assert re.findall(r"SONAME.*\[(.*)\]", dynamic) == ["libstretto.so.0"]
    assert "RUNPATH" not in dynamic or "$ORIGIN" in dynamic, "no path into the machine it was built on"


@pytest.mark.process
def test_structs_have_the_sizes_and_offsets_that_a_c_compiler_gives_them(tmp_path: pathlib.Path) -> None:
    lines = []
    assert STRUCTS
    for name, struct in STRUCTS.items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        for field in struct._fields_:
            lines.append(f'printf("{name}.{field[0]} %zu\\n", offsetof({name}, {field[0]}));')
    probe = tmp_path / "probe.c"
    probe.write_text(
        f'#include <stdio.h>\n#include "{HEADER}"\nint main(void) {{\n'
        + "\n".join(lines)
        + "\nreturn 0;\n}\n"
    )
    subprocess.run(["cc", str(probe), "-o", str(tmp_path / "probe")], check=True)
    printed = subprocess.run([str(tmp_path / "probe")], capture_output=True, text=True, check=True).stdout
    by_c = dict(line.split() for line in printed.splitlines())
    by_python = {}
    for name, struct in STRUCTS.items():
        by_python[name] = str(ctypes.sizeof(struct))
        for field in struct._fields_:
            by_python[f"{name}.{field[0]}"] = str(getattr(struct, field[0]).offset)
    assert by_python == by_c


def test_python_s_numbers_for_kinds_and_errors_are_the_header_s() -> None:
    from stretto import errors
    from stretto._model import diagnostics
    from stretto._model.convert import Kind
    from stretto._motion import staggers
    from stretto.reports import LoopKind

    constants = {name: int(value) for name, value in re.findall(r"STRETTO_(\w+) = (\d+)", source())}
    assert {f"VALUE_{kind.name}": int(kind) for kind in Kind} == {
        name: value for name, value in constants.items() if name.startswith("VALUE_")
    }
    assert sorted(errors._BY_CODE) == sorted(
        value for name, value in constants.items() if name.startswith("ERROR_")
    )
    assert set(diagnostics.MESSAGES) == set(signatures.DiagnosticKind)
    words = {f"DIAGNOSTIC_{kind.name}": int(kind) for kind in signatures.DiagnosticKind}
    words |= {f"LOOP_{kind.name}": int(kind) for kind in LoopKind}
    words |= {f"STAGGER_{name.upper()}": n for name, n in staggers._ORIGINS.items()}
    words |= {"STAGGER_INDEX": staggers._INDEX, "STAGGER_PLACE": staggers._POSITION}
    families = ("DIAGNOSTIC_", "LOOP_", "STAGGER_")
    assert words == {name: value for name, value in constants.items() if name.startswith(families)}


def test_the_abi_number_is_the_header_s() -> None:
    assert re.search(rf"#define STRETTO_ABI {library.ABI}\n", source())
    assert ffi.lib.stretto_abi_version() == library.ABI


def test_header_library_package_and_changelog_have_one_version() -> None:
    import stretto

    assert f'#define STRETTO_VERSION "{stretto.__version__}"' in source()
    assert stretto.__version__ == signatures.VERSION
    changes = (HEADER.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(.*)\]", changes, re.M)[0] == stretto.__version__


def test_pages_have_the_codes_of_diagnostics() -> None:
    from stretto._model import diagnostics

    script = (HEADER.parents[1] / "web" / "src" / "scene.js").read_text(encoding="utf-8")
    listed = re.findall(r'"([\w-]+)"', script.partition("const CODES = [")[2].partition("]")[0])
    assert dict(enumerate(listed, 1)) == {kind: diagnostics.code(kind) for kind in diagnostics.MESSAGES}


@pytest.mark.process
def test_a_library_that_cannot_be_loaded_is_named_with_the_loader_s_words(tmp_path: pathlib.Path) -> None:
    wrong = tmp_path / "libstretto.so"
    wrong.write_text("not a library")
    ran = subprocess.run(
        [sys.executable, "-c", "import stretto"],
        env={"STRETTO_LIBRARY": str(wrong), "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode != 0
    assert "LoadError" in ran.stderr
    assert str(wrong) in ran.stderr


@pytest.mark.process
@pytest.mark.parametrize("generator", ["generate_properties.py", "generate_signatures.py"])
def test_what_is_generated_is_checked_in(generator: str) -> None:
    ran = subprocess.run(
        [sys.executable, str(TOOLS / generator), "--check"],
        env={"STRETTO_LIBRARY": LIBRARY, "PYTHONPATH": ":".join(sys.path), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_only_the_package_ffi_imports_ctypes() -> None:
    package = pathlib.Path(ffi.__file__).parents[1]
    importers = {
        path.name for path in package.rglob("*.py") if "import ctypes" in path.read_text(encoding="utf-8")
    }
    assert importers == {"ffi.py", "library.py", "signatures.py"}


#: Functions that are named after an object but take no handle of the object, such as constructors and
#: functions about the library.
WITHOUT_SELF = re.compile(
    r"stretto_\w*(create\w*|open|decode|find\w*|make_\w+|version|message|line|set_emoji_path|encode|"
    r"limits_set|text_get_segments|property_get\w*|concat|invert)"
)


def test_functions_take_the_object_that_they_are_about_first() -> None:
    declared = re.findall(r"^[a-z_0-9 ]+?[ *]+(stretto_\w+)\(([^;{]*)\);", source(), re.M)
    assert len(declared) > 250
    without = [name for name, arguments in declared if not re.match(r"[^,]*\bself\b", arguments)]
    assert [name for name in without if not WITHOUT_SELF.fullmatch(name)] == []


def test_every_function_has_a_sentence_of_its_own() -> None:
    lines = HEADER.read_text(encoding="utf-8").splitlines()
    functions = [
        row for row, line in enumerate(lines) if re.match(r"[a-z][a-z_0-9 ]*?[ *]+stretto_\w+\(", line)
    ]
    assert len(functions) > 250
    assert [lines[row] for row in functions if not lines[row - 1].rstrip().endswith("*/")] == []


def test_truths_are_bool_and_structs_that_may_grow_have_their_size() -> None:
    text = source()
    assert re.findall(r"int32_t \*?(?:out_)?(?:is|has)_\w+", text) == []
    bodies = dict(re.findall(r"^typedef struct (\w+) \{\s*(.*?)^\} \1;", text, re.M | re.S))
    fixed = {name for name, body in bodies.items() if not body.startswith("uint32_t struct_size;")}
    assert fixed == {"stretto_bytes", "stretto_transform"}
    assert re.findall(r"char \w+\[\d+\]", text) == ["char tag[8]"]


def test_the_version_is_a_number_too() -> None:
    words = re.search(r'#define STRETTO_VERSION "(\d+)\.(\d+)\.(\d+)"', source())
    number = re.search(r"#define STRETTO_VERSION_NUMBER (\d+)", source())
    assert words is not None
    assert number is not None
    major, minor, patch = map(int, words.groups())
    assert int(number[1]) == 1_000_000 * major + 1_000 * minor + patch
