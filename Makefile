# Two commands: `make play` opens the game in a browser, `make test` passes all tests.
# Both set up what they need in .venv; only Python 3.11+, make and git have to be there.

VENV ?= .venv
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help play test lint format clean

help:
	@echo "make play    set up, then play dama in the browser"
	@echo "make test    set up, then run all tests"
	@echo "make lint    run the linters and type checkers"
	@echo "make format  format the code"
	@echo "make clean   remove what the others made here"

play: $(VENV)/.play
	@exec $(BIN)/damahane

test: $(VENV)/.dev
	@scripts/chromium
	@scripts/postgresql
	@$(BIN)/python -m damahane warm
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npx --yes --package typescript@7.0.2 \
		tsc --project tests/web/jsconfig.json

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist test-results

$(VENV)/.pip:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, with its modules venv and ensurepip (on Debian: python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.play: pyproject.toml constraints.txt | $(VENV)/.pip
	@echo "Installing damahane and the libraries it uses (about 100 MB) ..."
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/.pip
	@echo "Installing damahane, the libraries it uses and the tools to test it ..."
	@$(PIP) install --constraint constraints.txt --editable . --group dev
	@touch $@ $(VENV)/.play
