#!/bin/sh
# Puts in place what `make model` needs of Debian: spin, and a C compiler for the verifier that it writes.
set -eu
PACKAGES="spin gcc libc6-dev"

command -v spin >/dev/null && command -v gcc >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "model: spin or gcc is missing: sudo apt-get install $PACKAGES" >&2
    exit 1
fi
apt-get update --quiet >/dev/null
# shellcheck disable=SC2086
apt-get -o DPkg::Lock::Timeout=300 install --yes --quiet --no-install-recommends $PACKAGES >/dev/null
