# The commands of this project; `make` alone lists them. Needs python3 (3.11 or newer), pip and make.

PYTHON ?= python3
PORT ?= 8000
# Where test passes leave their reports (JUnit XML).
REPORTS ?= var/reports
TESTS ?= tests

LINTS := $(addprefix lint-,style templates messages scripts styles types imports insecure migrations deploy)
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP_INSTALL := -m pip --python $(PY) install --quiet --disable-pip-version-check --require-hashes
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) pyproject.toml

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run link admin test test-browser vectors rules lint format bench screenshots film lock $(LINTS)

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(VENV)/.dev ## install everything that development needs into .venv

run: $(VENV)/.run ## set up, load the demo and serve to the local network (PORT=8000)
	@$(PY) manage.py serve --port "$(PORT)" --remember-database

link: $(VENV)/.run ## print a new link that signs the demo director in (PORT=8000)
	@$(PY) manage.py sign_in_link demo --base "http://127.0.0.1:$(PORT)"

admin: $(VENV)/.run ## make an account that may use /admin/
	@$(PY) manage.py createsuperuser

test: $(VENV)/.dev ## run all tests; those in a browser too where Chromium is found
	@mkdir -p $(REPORTS)
	@status=0; \
	$(PY) -m pytest -q -n auto --dist worksteal -m "not browser" --junit-xml=$(REPORTS)/tests.xml $(TESTS) || status=1; \
	if $(PY) -m tests.journeys.chromium; then $(MAKE) --no-print-directory test-browser || status=1; fi; \
	exit $$status

# A process of its own: Playwright's event loop makes Django think that everything is asynchronous.
test-browser: $(VENV)/.dev ## run only the tests that drive a browser
	@mkdir -p $(REPORTS)
	DJANGO_ALLOW_ASYNC_UNSAFE=true $(PY) -m pytest -q -n auto --dist worksteal -m browser --junit-xml=$(REPORTS)/browser.xml $(TESTS)

vectors: $(VENV)/.dev ## run the test vectors of the rules, or those of another file (FILE=path/cycling-party.vectors.yaml)
	@$(PY) -m tests.vectors $(FILE)

rules: $(VENV)/.dev ## list the statements of the rules that no test cites
	@$(PY) -m tests.rules_cited

lint: $(LINTS) ## format, style, scripts, style sheets, types, import rules, insecure idioms, migrations

$(LINTS): $(VENV)/.dev
lint-style:
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
lint-templates:
	@find templates -name '*.html' -exec $(BIN)/djade --check --target-version 5.2 {} +
# Sentences shown to users that nobody marked for translation; `.ci/messages.py --update` after marking.
lint-messages:
	$(PY) .ci/messages.py
lint-scripts:
	$(BIN)/oxlint --config .ci/oxlint.json --quiet --deny-warnings static
	@$(BIN)/oxfmt --config .ci/oxfmt.json --check "static/**/*.js" >/dev/null || { echo "Scripts are not formatted: run make format."; exit 1; }
# The package index has Biome for Linux on x86-64 alone; CI runs it for those who work elsewhere.
lint-styles:
	@if test -x $(BIN)/biome; then $(BIN)/biome lint --config-path=.ci/biome.json --error-on-warnings static; \
	else echo "Biome is not on the package index for this machine: only our own rules for styles were checked."; fi
	$(PY) -m tests.styles
lint-types:
	$(BIN)/mypy
lint-imports:
	$(BIN)/lint-imports
lint-insecure:
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive tourmanager games
lint-migrations:
	$(PY) manage.py makemigrations --check --dry-run
# As on a public server: Django's own list of what such a server needs.
lint-deploy:
	HTTPS=true ALLOWED_HOSTS=tours.example.org $(PY) manage.py check --deploy --fail-level WARNING

format: $(VENV)/.dev ## format code, scripts and templates
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	$(BIN)/oxfmt --config .ci/oxfmt.json "static/**/*.js"
	find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 {} +

bench: $(VENV)/.dev ## measure what the budgets of docs/architecture.md promise
	$(PY) -m benchmarks

screenshots: $(VENV)/.dev ## retake the pictures in docs/images from the demo
	$(PY) -m docs.screenshots

film: $(VENV)/.dev ## film a stage of 36 riders being logged, every fifth tap, into var/film
	$(PY) -m docs.film

lock: $(VENV)/.dev ## pin what pyproject.toml asks for (UPGRADE=1: newest versions)
	$(COMPILE) --output-file requirements/run.txt
	$(COMPILE) --group dev --constraint requirements/run.txt --output-file requirements/dev.txt

# Debian keeps ensurepip in a package of its own: so the environment is made bare, and the machine's pip fills it.
$(PY):
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Tour Manager needs Python 3.11 or newer, this is " + sys.version.split()[0] + ". Name another one: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m pip --version >/dev/null 2>&1 || { echo "Tour Manager needs pip (on Debian: apt install python3-pip)."; exit 1; }
	@echo "Setting up $(VENV) (once, a minute or two) ..."
	@$(PYTHON) -m venv --clear --without-pip $(VENV)

$(VENV)/.run: requirements/run.txt $(PY)
	@$(PYTHON) $(PIP_INSTALL) --requirement $<
	@touch $@

# It holds what run.txt holds, too.
$(VENV)/.dev: requirements/dev.txt $(PY)
	@$(PYTHON) $(PIP_INSTALL) --requirement $<
	@touch $@ $(VENV)/.run
