#!/bin/sh
# Write the lock: the versions that `make install` puts in place as root, and the SHA-256 of every file of each.
# The lock does not name the package server. Usage: lock.sh UV
set -eu
LOCK=table/devices/service/locked.txt
given=$(mktemp)
trap 'rm -f "$given"' EXIT
locked() { "$1" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
    --no-emit-package pygame --no-emit-package pygame-ce --constraints constraints.txt "$2" "$3" "$4" "$5"; }
{
    echo "# The packages that \`make install\` takes, with the SHA-256 of every file of each. \`make lock\` writes it."
    locked "$1" pyproject.toml --extra=firmware --extra=hall --no-emit-index-url
    # These two are installed without their dependencies.
    printf 'mfrc522==0.0.7\nlgpio==0.2.2.0\n' >"$given"
    locked "$1" "$given" --no-deps --no-emit-index-url --no-emit-find-links
} >"$given.lock"
mv "$given.lock" "$LOCK"
