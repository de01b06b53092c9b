# Drakdom. `make` lists what can be made.

PYTHON  ?= python3
VENV    ?= .venv
SLUGS    = $(notdir $(patsubst %/rulebook.yaml,%,$(wildcard asp/*/rulebook.yaml)))

BIN      = $(VENV)/bin
STAMP    = $(VENV)/installed
DOCS_STAMP = $(VENV)/installed-docs
WEB_STAMP = $(VENV)/installed-web
DRAKDOM  = $(BIN)/drakdom
DISPUTE  = scenarios/drakborgen-atervackt/entry/two-heroes-one-trap-room.yaml
PIP      = $(BIN)/python -m pip --disable-pip-version-check -qq install --constraint constraints.txt

# Tests and commands start many processes; each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install demo serve test test-medium test-web test-page test-all check lint scenarios rulebooks rulebooks-all coverage-clauses lowest-versions bench docs audit-report format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile

install: $(STAMP) ## make .venv, install everything into it, write the schemas for editors
	@$(DRAKDOM) schema --write >/dev/null

demo: $(STAMP) ## set up, then rule on one dispute
	@$(DRAKDOM) rule $(DISPUTE)

serve: $(STAMP) ## set up, then serve rulings over HTTP, with jobs and answers in build/drakdom.sqlite
	@mkdir -p build
	@$(DRAKDOM) serve --db sqlite:///build/drakdom.sqlite

test: install scenarios ## set up, check all scenarios, then run the tests of every kind that are quick (5 minutes)
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not medium" --durations 10

test-medium: $(STAMP) ## the tests of 0.1 to 2 s of processor time, and commands of documents (5 minutes)
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m "medium and not slow" --durations 10

test-web: $(WEB_STAMP) ## the tests of the page in a browser (5 minutes); skipped where the machine has no Chromium
	@$(BIN)/python -m pytest -n 0 tests/web

test-page: $(WEB_STAMP) ## the shortest of these tests (1 minute)
	@$(BIN)/python -m pytest -n 0 -r s -m short tests/web

test-all: export DRAKDOM_FRESH = 1
test-all: rulebooks-all scenarios ## everything: all tests, thousands of random boards from a new seed, the law on every scenario
	@seed=$$($(BIN)/python -c 'import secrets; print(secrets.randbits(32))') && echo "seed $$seed" && \
	  $(BIN)/python -m pytest -n 2 --dist worksteal --durations 25 --hypothesis-profile many --hypothesis-seed $$seed --ignore tests/web; \
	  code=$$?; $(BIN)/python -m pytest -n 0 tests/web && exit $$code  # alone: a browser leaves threads, and no child forks

check: lint test test-medium rulebooks coverage-clauses ## everything that must hold before a commit lands

lint: $(STAMP) ## style, types and who may import whom
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict
	@$(BIN)/lint-imports --no-cache --no-logo
	@echo "the law is left to \`make rulebooks\`, which grounds it on one scenario in twelve, and to \`make test-all\`, on all"

scenarios: $(STAMP) ## check what every scenario expects; verdicts are kept until law or scenario changes
	@$(DRAKDOM) check scenarios --quiet

rulebooks: $(STAMP) ## lint the law of every rulebook, grounded on one scenario in twelve
	@set -e; some=0; all=0; for slug in $(SLUGS); do \
	  files=$$(find scenarios/$$slug -name '*.yaml' | sort); \
	  sample=$$(echo "$$files" | awk 'NR % 12 == 1 { print "--scenarios", $$0 }'); \
	  $(DRAKDOM) lint $$slug $$sample; \
	  some=$$((some + $$(echo "$$sample" | wc -l))); all=$$((all + $$(echo "$$files" | wc -l))); done; \
	  echo "grounded on $$some of $$all scenarios; the rest is left to \`make test-all\`"

rulebooks-all: $(STAMP) ## lint the law of every rulebook, grounded on every scenario (30 minutes)
	@set -e; for slug in $(SLUGS); do $(DRAKDOM) lint $$slug; done

coverage-clauses: $(STAMP) ## is every clause of the baseline still encoded, cited and killed?
	@set -e; for slug in $(SLUGS); do $(DRAKDOM) coverage $$slug; done

lowest-versions: $(STAMP) ## install the lowest versions that pyproject.toml allows and try the command
	@$(BIN)/python -m pytest -q -n 0 tests/project/test_lowest_versions.py

bench: $(STAMP) ## how long rulings take, against raw clingo and the package diplomacy, and how much memory
	@$(PIP) --no-build-isolation --editable '.[bench]' || echo "make: the package diplomacy could not be installed" >&2
	@$(BIN)/python -m tests.bench

docs: $(DOCS_STAMP) ## build the documents as a site into build/site
	@$(BIN)/python -m tests.project.site build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

audit-report: $(STAMP) ## audit every rulebook that has a scope, with and without its optional rules, into docs/ (20 minutes)
	@set -e; for file in asp/*/scope.lp; do $(BIN)/python -m tests.audit.report $$(basename $$(dirname $$file)); done

format: $(STAMP) ## let ruff lay out the Python files
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean: ## remove .venv and everything that was built
	@rm -rf $(VENV) build dist asp/*/schema .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: Python 3.11 or later is needed; try: make PYTHON=python3.11" >&2; exit 1; }
	@echo "installing into $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV) || { echo "make: $(PYTHON) could not make $(VENV) (on Debian: install python3-venv)" >&2; exit 1; }
	@{ $(PIP) hatchling PyYAML && $(PIP) --no-build-isolation --editable '.[dev]'; } || \
	  { echo "make: the packages could not be installed; is the package index reachable? then try again" >&2; exit 1; }
	@touch $@

$(WEB_STAMP): $(STAMP)
	@echo "installing what drives a browser into $(VENV) (once) ..."
	@$(PIP) --no-build-isolation --editable '.[dev-web]' || \
	  { echo "make: the packages could not be installed; is the package index reachable? then try again" >&2; exit 1; }
	@touch $@

$(DOCS_STAMP): $(STAMP)
	@echo "installing what builds the site into $(VENV) (once) ..."
	@$(PIP) --no-build-isolation --editable '.[docs]' || \
	  { echo "make: the packages could not be installed; is the package index reachable? then try again" >&2; exit 1; }
	@touch $@
