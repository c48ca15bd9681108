#!/bin/sh
# Puts what `make web` needs into a folder: axe-core and TypeScript, which the tests alone use. Chromium, Firefox and npm
# are Debian's: root gets them installed, by these names.
set -eu
TOOLS=$1
AXE=axe-core@4.14.1
TYPESCRIPT=typescript@5.9.3

die() { printf 'web: %s\n' "$*" >&2; exit 1; }

there() { command -v "$1" >/dev/null 2>&1; }

missing=
there chromium-headless-shell || there chromium || missing="$missing chromium-headless-shell"
there firefox-esr || missing="$missing firefox-esr"
fetched() { [ -e "$TOOLS/node_modules/axe-core/axe.min.js" ] && [ -e "$TOOLS/node_modules/typescript/bin/tsc" ]; }
fetched || there npm || missing="$missing npm"
there node || case $missing in *npm*) ;; *) missing="$missing nodejs" ;; esac
if [ -n "$missing" ]; then
    [ "$(id -u)" = 0 ] && there apt-get ||
        die "the pages are tried in a browser, and these are missing:$missing. Install them: sudo apt-get install$missing"
    apt-get update --quiet >/dev/null
    # shellcheck disable=SC2086  # several names
    apt-get -o DPkg::Lock::Timeout=300 install --yes --quiet --no-install-recommends $missing >/dev/null || die "apt-get could not install$missing"
fi
fetched && exit 0
mkdir -p "$TOOLS"
npm install --prefix "$TOOLS" --silent --no-audit --no-fund --no-save "$AXE" "$TYPESCRIPT" ||
    die "npm could not fetch $AXE and $TYPESCRIPT"
