#!/bin/sh
# Puts in place what `make foreign` needs of Debian: the programs of libnfc, which drive real readers on many desks.
set -eu
PACKAGES="libnfc-bin libnfc-examples"

command -v nfc-list >/dev/null && command -v nfc-anticol >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "foreign: libnfc's programs are not there, and their tests are skipped: sudo apt-get install $PACKAGES" >&2
    exit 0
fi
apt-get update --quiet >/dev/null
# shellcheck disable=SC2086
apt-get -o DPkg::Lock::Timeout=300 install --yes --quiet --no-install-recommends $PACKAGES >/dev/null
