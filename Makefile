# Every target sets up what it needs first, and set-up does nothing when nothing has changed.
# A machine needs make and Python 3.11 or newer; `make play HOST=0.0.0.0` opens the table to the local net.

HOST ?= 127.0.0.1
PORT ?= 8765
# Passed on as they stand: make play SERVE="--workers 2", make pytest ARGS="tests/engine -x"
SERVE ?=
ARGS ?=
WORKERS ?= 2

PYTHON ?= $(shell sh scripts/find-python.sh)
SETUP = $(PYTHON) -m scripts.setup
ENV = .venv/bin

.PHONY: help play setup test lint pytest web bench chaos generate lock clean python

help:
	@echo 'make play      set up, start the server, print the address of a table'
	@echo 'make test      set up, then every check and every test'
	@echo 'make setup     set up for play alone'
	@echo 'make lint      ruff and mypy'
	@echo 'make pytest    the Python tests alone (ARGS="tests/engine -x")'
	@echo 'make web       the web page: types, unit tests, build'
	@echo 'make bench     measure the engine and the server beside their peers'
	@echo 'make chaos     the long failure tests'
	@echo 'make generate  write again what is generated from code'
	@echo 'make lock      write the lock files again'
	@echo 'make clean     remove everything that the targets above made'

python:
	@test -n "$(PYTHON)" || { echo 'Sifang needs Python 3.11 or newer, and none was found (PYTHON=/path/to/python3 names one)' >&2; exit 1; }

setup: python
	@$(SETUP) play

play: setup
	@exec $(ENV)/sifang serve --play --host $(HOST) --port $(PORT) $(SERVE)

lint: python
	@$(SETUP) lint
	$(ENV)/ruff check
	$(ENV)/mypy

web: python
	@$(SETUP) check-web

test: python
	@$(SETUP) test
	$(ENV)/ruff check
	$(ENV)/mypy
	@$(SETUP) check-web
	$(ENV)/python -m pytest -n $(WORKERS) --dist worksteal --cov --cov-config=pyproject.toml --cov-report=term

pytest: python
	@$(SETUP) test
	$(ENV)/python -m pytest $(ARGS)

bench: python
	@$(SETUP) bench
	.build/bench/bin/python -m tests.bench $(ARGS)

chaos: python
	@$(SETUP) test
	HYPOTHESIS_PROFILE=long $(ENV)/python -m pytest -n $(WORKERS) -m chaos --timeout 3600 $(ARGS)

generate: python
	@$(SETUP) lint
	$(ENV)/python -m protocol.generate

lock: python
	scripts/lock.sh $(ARGS)

clean:
	rm -rf .venv .build build dist *.egg-info .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf clients/web/dist clients/web/node_modules test-output
	find engine protocol server clients scripts tests -name __pycache__ -type d -prune -exec rm -rf {} +
