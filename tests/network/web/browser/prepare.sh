#!/bin/sh
# Puts what `make web` needs into a folder: axe-core and TypeScript, which the tests alone use. Chromium is Debian's.
set -eu
TOOLS=$1
AXE=axe-core@4.14.1
TYPESCRIPT=typescript@5.9.3

die() { printf 'web: %s\n' "$*" >&2; exit 1; }

if ! command -v chromium >/dev/null; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null ||
        die "there is no chromium here. Install Debian's: sudo apt-get install chromium"
    apt-get update --quiet >/dev/null
    apt-get install --yes --quiet --no-install-recommends chromium >/dev/null
fi
command -v npm >/dev/null || die "there is no npm here, which fetches axe-core and TypeScript: sudo apt-get install npm"
[ -e "$TOOLS/node_modules/axe-core/axe.min.js" ] && [ -e "$TOOLS/node_modules/typescript/bin/tsc" ] && exit 0
mkdir -p "$TOOLS"
npm install --prefix "$TOOLS" --silent --no-audit --no-fund --no-save "$AXE" "$TYPESCRIPT"
