# Two commands: `make book` builds the site, `make test` checks everything. `make help` lists the rest.

PYTHON ?= python3
BIN := .venv/bin
SITE := _build/html/index.html
PACKAGE := $(shell find src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*')
NOTEBOOKS := $(wildcard book/*.ipynb)
PAGES := $(shell find book -type f -not -name '*.ipynb' -not -path '*/.*') _config.yml _toc.yml
export PYDEVD_DISABLE_FILE_VALIDATION = 1

.PHONY: book test lab serve zip format clean help

book: $(SITE) ## build the site
	@echo "Open $(abspath $(SITE)) in a browser, or serve it with: make serve"

test: .venv/test .venv/browser $(SITE) ## check everything: style, package, notebooks, site
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest

lab: .venv/book ## open the book in JupyterLab
	$(BIN)/jupyter lab book

serve: $(SITE) ## serve the site at http://127.0.0.1:8000
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html 8000

zip: $(SITE) ## the site as one file, to hand out and read offline
	cd _build/html && ../../$(BIN)/python -m zipfile -c ../unrolled.zip .
	@echo "Unpack _build/unrolled.zip anywhere and open index.html"

format: .venv/test ## bring code and notebooks into canonical form
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	$(BIN)/python -m tests.book.canonical $(NOTEBOOKS)

clean: ## remove everything that was built
	rm -rf _build .venv src/*.egg-info .pytest_cache .ruff_cache .hypothesis

help: ## list the commands
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST)

# The site. Outputs are cached between builds; the cache goes when the package or any notebook
# changes, because a cached page would hide a broken package, and one chapter reads the others.
$(SITE): .venv/book _build/fresh $(PAGES)
	rm -rf _build/html
	$(BIN)/jupyter-book build . --all -W -n --keep-going
	@touch $@

_build/fresh: $(PACKAGE) $(NOTEBOOKS)
	@mkdir -p _build
	rm -rf _build/.jupyter_cache
	@touch $@

# The environment. For the small CPU build of PyTorch, see the README.
.venv/book: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This book needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." \
	       "Install one and run: make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --requirement requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	@touch $@

.venv/test: .venv/book
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

# A Chromium: $CHROMIUM, one on PATH, Debian's package when root, or Playwright's own.
.venv/browser: .venv/test
	@if [ -n "$$CHROMIUM" ]; then "$$CHROMIUM" --version; \
	elif command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update --quiet \
	  && apt-get install --quiet --yes --no-install-recommends chromium; then :; \
	elif $(BIN)/playwright install chromium; then :; \
	else echo "The browser tests need Chromium: install it (Debian: apt-get install chromium)" \
	          "or say where it is: CHROMIUM=/path/to/chromium make test"; exit 1; fi
	@touch $@
