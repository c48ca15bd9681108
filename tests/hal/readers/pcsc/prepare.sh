#!/bin/sh
# Puts in place what `make pcsc` needs: the daemon of PC/SC, and a driver of virtual readers for it. Both are Debian's.
set -eu
PACKAGES="pcscd vsmartcard-vpcd"

die() { printf 'pcsc: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "only root can start a daemon of its own: sudo make pcsc"
command -v pcscd >/dev/null && ls /usr/lib/pcsc/drivers/serial/libifdvpcd.so* >/dev/null 2>&1 && exit 0
command -v apt-get >/dev/null || die "this is no Debian: install pcscd and vpcd (vsmartcard) yourself"
apt-get update --quiet >/dev/null
# shellcheck disable=SC2086
apt-get -o DPkg::Lock::Timeout=300 install --yes --quiet --no-install-recommends $PACKAGES >/dev/null
