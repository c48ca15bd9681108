# Everything a newcomer needs: make run, make test. Both build .venv/ by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The package mfrc522 asks for RPi.GPIO and spidev, which are sources that need a compiler; it gets ours instead.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: run demo test check format docs figures clean

run: $(VENV)/installed
	$(BIN)/command-table run

demo: $(VENV)/installed
	$(BIN)/command-table demo

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

format: $(VENV)/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/installed
	$(BIN)/command-table rules --docs docs/rules
	$(BIN)/python -m table.bench.dispenser_pages docs

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --no-deps mfrc522
	$(INSTALL) -e .
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(INSTALL) -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) demo-out
