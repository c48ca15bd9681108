# Everything a newcomer needs: make run, make test. Both build .venv/ by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The package mfrc522 asks for RPi.GPIO and spidev, which are sources that need a compiler; it gets ours instead.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

FIGURES := $(VENV)/figures

.PHONY: run demo test test-quick test-slow check platforms format docs fonts site figures mutants reliability campaigns pictures machine machine-long rp2040 arm64 web web-tools web-pages web-times web-pictures sheet evening-picture hall pcsc pc foreign kit test-kit test-kit-rebuilt pour hopper model clean-clone fresh-environment release lock install uninstall clean wheel lowest

run: $(VENV)/installed
	$(BIN)/command-table start

demo: $(VENV)/installed
	$(BIN)/command-table demo

# Bytecode is kept, whatever the shell says: the workers and the programs that tests start would each compile all again.
test test-quick test-slow mutants reliability campaigns machine machine-long web-pages web-times: export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal

# All but the small campaigns: under two minutes on two quiet cores.
test: $(VENV)/installed-dev
	$(PYTEST) -m "not campaign and not machine and not web and not hall and not pcsc and not pc and not foreign and not rp2040"

# While you work: under 40 s.
test-quick: $(VENV)/installed-dev
	$(PYTEST) -m "not slow and not campaign and not machine and not web and not hall and not pcsc and not pc and not foreign and not rp2040"

# The tests that `make test` leaves out.
test-slow: $(VENV)/installed-dev
	$(PYTEST) -m "campaign and not machine and not web and not hall and not pcsc and not pc and not foreign and not rp2040"

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

# The types as Windows and macOS have them. The lab and the tests run on Linux and macOS alone.
platforms: $(VENV)/installed-dev
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 -p table -p hal -p firmware_bridge -p sim_hardware
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin

pictures: $(VENV)/installed-dev
	$(BIN)/python -m tests.screen.pictures

format: $(VENV)/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/installed
	$(BIN)/command-table rules --docs docs/play/rules
	$(BIN)/python -m lab.pages docs
	$(BIN)/python -m lab.figures.ages --write docs

# A figure that misses its goal is written down like any other; asked for alone, it gives exit status 1.
# The window's typefaces as WOFF2 for the pages, by packages that nothing else needs.
fonts:
	$(PYTHON) -m venv $(VENV)/fonts
	$(VENV)/fonts/bin/python -m pip install --quiet --disable-pip-version-check fonttools brotli
	$(VENV)/fonts/bin/python lab/pages/woff2.py

# The pages as a site, in site-out/: in an environment of its own. A link that leads nowhere is an error.
SITE := $(VENV)/site
site: $(SITE)/installed $(VENV)/installed-dev
	rm -rf site-out
	$(SITE)/bin/sphinx-build --quiet --fail-on-warning --keep-going --builder html docs site-out
	$(BIN)/python -m lab.pages.match_page site-out

$(SITE)/installed: docs/requirements.txt $(SITE)/pyvenv.cfg
	$(SITE)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

figures: $(VENV)/installed-dev $(FOREIGN)/installed
	mkdir -p $(FIGURES)
	-$(BIN)/command-table bench --json > $(FIGURES)/1-bench.json
	-$(BIN)/command-table campaign play --json > $(FIGURES)/2-play.json
	-$(BIN)/command-table campaign presence --json > $(FIGURES)/4-presence.json
	-$(BIN)/command-table campaign dispense --json > $(FIGURES)/5-dispense.json
	-$(BIN)/python -m lab.figures.clean_clone --json > $(FIGURES)/3-clean-clone.json
	-$(BIN)/python -m lab.figures.fresh_environment --json > $(FIGURES)/6-fresh-environment.json
	-$(FOREIGN_PYTHON) -m lab.figures.readers.peer_figures --json > $(FIGURES)/7-foreign.json
	-$(BIN)/python -m lab.figures.wheel_figures $(patsubst %,--python %,$(PYTHONS)) --json > $(FIGURES)/8-wheel.json
	$(BIN)/python -m lab.figures.documents $(FIGURES)/*.json > docs/develop/figures.md

# Everything that tries to break the table, at its full length: about an hour and a half on two quiet cores (docs/develop/reliability.md).
RELIABILITY := $(FIGURES)/reliability
reliability: $(VENV)/installed-dev $(VENV)/kit-poured/installed
	mkdir -p $(RELIABILITY)
	-$(BIN)/command-table campaign power --cuts 20000 --json > $(RELIABILITY)/1-power.json
	-$(BIN)/command-table campaign dispense --jobs 100000 --json > $(RELIABILITY)/2-dispense.json
	-$(BIN)/command-table campaign leak --cards 1000 --json > $(RELIABILITY)/3-leak.json
	-$(BIN)/command-table campaign web --worlds 1000 --json > $(RELIABILITY)/3b-web.json
	-$(BIN)/command-table campaign phone --frames 100000 --json > $(RELIABILITY)/3c-phone.json
	-$(BIN)/command-table campaign adversaries --promises 1000 --json > $(RELIABILITY)/3e-adversaries.json
	-$(BIN)/command-table campaign attackers --acts 20000 --json > $(RELIABILITY)/3f-attackers.json
	-$(BIN)/command-table campaign hall --deaths 100 --json > $(RELIABILITY)/3d-hall.json
	-$(BIN)/command-table campaign barrier --steps 160000 --json > $(RELIABILITY)/4-barrier.json
	-$(BIN)/command-table campaign second-choice --depth 6 --json > $(RELIABILITY)/4b-second-choice.json
	-$(BIN)/command-table campaign forge --bytes 100000 --json > $(RELIABILITY)/5-forge.json
	-$(BIN)/command-table campaign chance --rolls 10000000 --json > $(RELIABILITY)/6-chance.json
	-$(BIN)/command-table campaign presence --polls 100000 --json > $(RELIABILITY)/7-presence.json
	-$(BIN)/command-table campaign play --commands 100000 --json > $(RELIABILITY)/8-play.json
	-$(BIN)/command-table campaign endurance --events 10000000 --json > $(RELIABILITY)/9-endurance.json
	-$(BIN)/command-table campaign lists --lists 1000 --json > $(RELIABILITY)/10-lists.json
	-$(BIN)/command-table campaign codes --codes 10000 --json > $(RELIABILITY)/10b-codes.json
	-$(BIN)/command-table campaign hands --tables 100 --json > $(RELIABILITY)/11-hands.json
	-$(BIN)/command-table campaign hostile --cases 100000 --json > $(RELIABILITY)/20-hostile.json
	-$(BIN)/command-table campaign ends --ends 114 --json > $(RELIABILITY)/21-ends.json
	-$(BIN)/command-table campaign kills --kills 100 --json > $(RELIABILITY)/22-kills.json
	-$(BIN)/command-table campaign two-tables --pairs 200 --json > $(RELIABILITY)/23-two-tables.json
	-$(BIN)/command-table campaign clock --matches 10000 --json > $(RELIABILITY)/13-clock.json
	-$(BIN)/command-table campaign triggers --matches 100 --json > $(RELIABILITY)/14-triggers.json
	-$(POURED_PYTHON) -m table campaign hopper --pours 330 --json > $(RELIABILITY)/15-hopper.json
	-$(BIN)/command-table campaign demo --seeds 100 --json > $(RELIABILITY)/12-demo.json
	$(BIN)/python -m lab.figures.documents --page reliability $(RELIABILITY)/*.json > docs/develop/reliability.md

# The short form of every campaign, with a seed that changes with the commit: minutes. SEED=7 repeats another run, and
# CAMPAIGN=power runs one.
campaigns: $(VENV)/installed-dev
	tests/network/hall/prepare.sh $(VENV)/hall
	$(BIN)/python -m lab.figures.every_campaign $(if $(SEED),--seed $(SEED)) $(if $(CAMPAIGN),--only $(CAMPAIGN))

# Hours of both cores from nothing, minutes after a change: unchanged modules are not run again
# ("rm $(FIGURES)/mutants.json" forgets it). MUTANTS="--sample 1000" tries as many, drawn by chance, in half an hour. Exit status 1 if
# too many changes to the rules go unseen.
mutants: $(VENV)/installed-dev
	$(BIN)/python -m lab.mutation --kept $(FIGURES)/mutants.json --page docs/develop/mutants.md $(MUTANTS)

clean-clone: $(VENV)/installed
	$(BIN)/python -m lab.figures.clean_clone

# Minutes: check docs/develop/testing.md with an installed package.
fresh-environment: $(VENV)/installed
	$(BIN)/python -m lab.figures.fresh_environment

# A Debian in QEMU with the table installed, from its start to the end of a short match (docs/develop/machine.md); needs root, and
# three gigabytes in $(MACHINE). Finished parts are not built again.
MACHINE := $(VENV)/machine
MACHINE_TEST := $(BIN)/python -m pytest -n 0 -m machine -o faulthandler_timeout=0
machine: $(MACHINE)/built
	$(MACHINE_TEST) tests/machine/test_machine.py tests/machine/test_keypads.py

# All that breaks in it: cable, reader, card, clock; the doctor; CUTS power cuts; SOAK minutes of matches. Hours. Finished
# cuts are not repeated ("rm $(MACHINE)/cuts.json" forgets it).
CUTS ?= 30
SOAK ?= 60
machine-long: $(MACHINE)/built
	$(MACHINE_TEST) $(patsubst %,tests/machine/test_%.py,machine keypads match doctor network faults halt)
	$(BIN)/python -m tests.machine.cuts $(MACHINE) --cuts $(CUTS)
	$(BIN)/python -m tests.machine.cuts $(MACHINE) --cuts 10 --control
	$(BIN)/python -m tests.machine.soak $(MACHINE) --minutes $(SOAK)

.PHONY: $(MACHINE)/built
$(MACHINE)/built: $(VENV)/installed-dev
	mkdir -p $(MACHINE)
	$(BIN)/python -m tests.machine.cards $(MACHINE)
	tests/machine/build.sh $(MACHINE)

# Every page in a browser (docs/play/web.md): Debian's Chromium and Firefox, which are installed where root runs it, Playwright, and axe-core.
# Time measurements come last and alone, even with `make --keep-going` after a failure. The laboratory's figures start
# their own Playwright, because a program can only have one.
WEB_TOOLS := $(VENV)/web
WEB_TIMES := tests/network/web/browser/test_times.py
web: web-pages web-times

web-tools: $(VENV)/installed-dev
	$(INSTALL) -e '.[browser]'
	tests/network/web/browser/prepare.sh $(WEB_TOOLS)

# More workers than cores, because a page mostly waits for its browser.
web-pages: web-tools
	$(PYTEST) -n 4 -m web tests/network/web/browser --ignore $(WEB_TIMES)

web-times: web-tools
	$(BIN)/python -m pytest -n 0 -m web $(WEB_TIMES)
	$(BIN)/python -m pytest -n 0 -m web lab/tests/figures/web

# The pictures of docs/play/web.md, once `make web` has found its browser.
web-pictures: $(VENV)/installed-dev
	$(BIN)/python -m tests.network.web.browser.pictures

# Small pictures of every page, overlay and phone, in one page to look at; minutes. Faulty ones are saved beside it at full size.
sheet: web-tools
	$(BIN)/python -m lab.figures.pages.contact_sheet sheet-out $(MOST)

# The moving picture of README, of a real evening with two pages of Chromium; Pillow joins it, in an environment of its own.
FILM := $(VENV)/film
evening-picture: web-tools
	$(BIN)/python -m tests.network.web.browser.film $(FILM)
	$(PYTHON) -m venv $(FILM)/pillow
	$(FILM)/pillow/bin/python -m pip install --quiet --disable-pip-version-check pillow
	$(FILM)/pillow/bin/python lab/pages/moving_picture.py $(FILM) docs/play/web/evening.webp

# A hall with a real broker (docs/play/hall.md): Debian's Mosquitto, as it is installed, or unpacked without root.
hall: $(VENV)/installed-dev
	tests/network/hall/prepare.sh $(VENV)/hall
	$(BIN)/python -m pytest -n 0 -m hall tests/network/hall tests/network/far lab/tests/campaigns/hall lab/tests/campaigns/two_tables

# The real daemon of PC/SC with virtual readers, and the driver above (docs/build/readers.md): Debian's packages. Root
# installs them; without them it prints what is missing.
pcsc: $(VENV)/installed-dev
	tests/hal/readers/pcsc/prepare.sh
	$(BIN)/python -m pytest -n 0 -m pcsc tests/hal/readers/pcsc

# A plain PC with two card readers (docs/build/readers.md): the shipped setup and table, the real daemon of PC/SC, keys under Xvfb.
pc: $(VENV)/installed-dev
	tests/pc/prepare.sh
	$(BIN)/python -m pytest -n 0 -m pc tests/pc

# The model of a match between two tables (docs/develop/two_tables.md), checked by Debian's spin, which root installs.
model: $(VENV)/installed-dev
	lab/two_tables/prepare.sh
	$(BIN)/python -m lab.two_tables

# Public drivers on the emulated chips, and compared with ours: libraries in a folder of their own, without
# unneeded dependencies, and libnfc's programs from Debian, which are installed where root runs it.
FOREIGN := $(VENV)/foreign
FOREIGN_PYTHON := PYTHONPATH="$(CURDIR)/$(FOREIGN)" $(BIN)/python
foreign: $(FOREIGN)/installed
	tests/hal/readers/pn532/prepare.sh
	$(FOREIGN_PYTHON) -m pytest -n 0 -m foreign tests/hal/readers lab/tests/figures
	$(FOREIGN_PYTHON) -m lab.figures.readers.peer_figures

$(FOREIGN)/installed: lab/figures/readers/peers.txt $(VENV)/installed-dev
	rm -rf $(FOREIGN)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(FOREIGN) -r $<
	touch $@

# The firmware on an emulated RP2040: rp2040js from npm, and a MicroPython image that you have, for none can be shipped. IMAGE=FILE.uf2
# names it, or put it at $(VENV)/rp2040/micropython.uf2. Without one the bench alone is tried (docs/develop/machine.md).
rp2040: $(VENV)/installed-dev
	IMAGE="$(IMAGE)" tests/firmware_bridge/rp2040/prepare.sh $(VENV)/rp2040 $(BIN)/python
	IMAGE="$(IMAGE)" $(BIN)/python -m pytest -n 0 -m rp2040 -o faulthandler_timeout=0 -rs tests/firmware_bridge/rp2040

# The kit of docs/build/kit, in an environment of its own (a gigabyte): its harnesses are drawn with Debian's graphviz.
KIT := $(VENV)/kit
KIT_FILES := docs/build/kit
KIT_PYTHON := PYTHONDONTWRITEBYTECODE= PYTHONPATH="$(CURDIR):$(KIT_FILES)" $(KIT)/bin/python
kit: $(KIT)/installed
	$(KIT_PYTHON) -m solids $(KIT_FILES)/printed $(KIT_FILES)/pictures
	@command -v dot > /dev/null || { echo "the harnesses are drawn by dot: sudo apt install graphviz"; exit 1; }
	cd $(KIT_FILES)/harness && for each in *.yml; do "$(CURDIR)/$(KIT)/bin/wireviz" -f s $$each > /dev/null || exit 1; done

# Check that the kept parts can be printed and fit: from the printed files themselves, in a small environment.
PROOFS := $(VENV)/kit-proofs
KIT_TEST := -m pytest -q -c $(KIT_FILES)/pytest.ini $(KIT_FILES)
test-kit: $(PROOFS)/installed
	PYTHONDONTWRITEBYTECODE= PYTHONPATH="$(CURDIR):$(KIT_FILES)" $(PROOFS)/bin/python $(KIT_TEST)/proofs

# Check that the measures produce those files: they are built twice and compared byte for byte. Needs the gigabyte of `make kit`.
test-kit-rebuilt: $(KIT)/installed
	$(KIT_PYTHON) $(KIT_TEST)/rebuilt

$(PROOFS)/installed: $(KIT_FILES)/proofs/requirements.txt $(PROOFS)/pyvenv.cfg
	$(PROOFS)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

$(KIT)/installed: $(KIT_FILES)/requirements.txt $(KIT_FILES)/proofs/requirements.txt $(KIT)/pyvenv.cfg
	$(KIT)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

# Tokens poured into the printed hopper as rigid bodies, and paid by the firmware's loop, in an environment of its own (MuJoCo): the
# figures of the kept pours, after two more. POURS=330 adds all that are not kept yet: two hours of processor time.
POURED := $(VENV)/kit-poured
POURED_PYTHON := PYTHONDONTWRITEBYTECODE= PYTHONPATH="$(CURDIR):$(KIT_FILES)" $(POURED)/bin/python
POURS ?= 2
hopper: $(POURED)/installed
	$(POURED_PYTHON) -m table campaign hopper --pours $(POURS)

# The tests of its pieces and its scene, with two pours. POUR="--token 18x1.5 --friction 0.5 --seeds 1-20" pours others, as lines of
# JSON, and POUR="--control roof" has the roof that was there before.
pour: $(POURED)/installed
	$(POURED_PYTHON) $(KIT_TEST)/poured
	$(if $(POUR),$(POURED_PYTHON) -m poured $(POUR))

$(POURED)/installed: $(KIT_FILES)/poured/requirements.txt lab/pyproject.toml pyproject.toml $(POURED)/pyvenv.cfg
	$(POURED)/bin/python -m pip install --quiet --disable-pip-version-check -c $(KIT_FILES)/poured/requirements.txt \
	    -c constraints.txt pytest -e . -e './lab[hopper]'
	touch $@

# The same processor as a Raspberry Pi's, translated by QEMU: `make install` and `make test` in a Debian for arm64
# (docs/develop/machine.md); needs root, an hour, and two gigabytes in $(VENV)/arm64. DEBIAN=trixie takes Debian 13.
arm64:
	tests/machine/arm64.sh $(VENV)/arm64 $(DEBIAN)

# The files of a release in dist/: built twice from the commit, compared, checked, with hashes and notes. Nothing is published.
RELEASE := $(VENV)/release
release: $(RELEASE)/installed
	PYTHONPATH="$(CURDIR)/$(RELEASE)" $(BIN)/python -m lab.release

# The versions and hashes of the packages that `make install` installs (docs/build/installation.md), after a change in constraints.txt.
lock: $(RELEASE)/installed
	lab/release/lock.sh $(RELEASE)/bin/uv

$(RELEASE)/installed: lab/release/requirements.txt $(VENV)/installed-dev
	rm -rf $(RELEASE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $(RELEASE) -r $<
	touch $@

# The wheel in new environments, to the first window, and every command of the documents. PYTHONS="..." names others.
PYTHONS ?= $(shell bash -c '. .ci/pythons.sh; for each in 3.11 3.12 3.13 3.14; do pythons_of $$each | head -n 1; done; true')
wheel: $(VENV)/installed
	$(BIN)/python -m lab.figures.wheel_figures $(patsubst %,--python %,$(PYTHONS))

# The oldest versions that the package allows, and Debian's own pygame, which a Raspberry Pi uses; that needs root once.
lowest: $(VENV)/installed-dev
	lab/release/lowest.sh $(VENV)/lowest $(BIN)/python

# The table as a service of a Raspberry Pi; needs root.
install:
	table/devices/service/install.sh install

uninstall:
	table/devices/service/install.sh remove

# An environment belongs to one Python and to one folder: its commands name both. Where a system upgrade has replaced its Python, or the
# clone was moved, it is created again, and this file is newer than `installed`. Other folders in it (machine, figures) stay.
%/pyvenv.cfg: FORCE
	@$*/bin/python -c 'import pip' 2> /dev/null && head -n 2 $*/bin/pip 2> /dev/null | grep -qF "$(CURDIR)/$*/bin/python" || { \
	    if [ -e $@ ]; then echo "$* was made for another Python or another folder. It is created again."; fi; \
	    rm -rf $*/bin $*/include $*/lib $*/lib64 && "$(PYTHON)" -m venv $*; }
FORCE:

$(VENV)/installed: pyproject.toml lab/pyproject.toml constraints.txt $(VENV)/pyvenv.cfg
	$(INSTALL) --no-deps mfrc522
	$(INSTALL) -e . -e ./lab
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(INSTALL) -e '.[dev]'
# The compiled tests are stored once. Without this, every worker would compile them again at the same time.
	-PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only --quiet --quiet -n 0 > $(VENV)/collected
	touch $@

clean:
	rm -rf $(VENV) demo-out site-out sheet-out
