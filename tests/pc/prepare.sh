#!/bin/sh
# Puts in place what `make pc` needs: the daemon of PC/SC with virtual readers, a display without a monitor, and a hand
# for its keyboard. All are Debian's.
set -eu
PACKAGES="pcscd vsmartcard-vpcd xvfb xdotool"

die() { printf 'pc: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "only root can start a daemon of its own: sudo make pc"
command -v pcscd >/dev/null && ls /usr/lib/pcsc/drivers/serial/libifdvpcd.so* >/dev/null 2>&1 &&
    command -v Xvfb >/dev/null && command -v xdotool >/dev/null && exit 0
command -v apt-get >/dev/null || die "this is no Debian: install pcscd, vpcd (vsmartcard), Xvfb and xdotool yourself"
apt-get update --quiet >/dev/null
# shellcheck disable=SC2086
apt-get -o DPkg::Lock::Timeout=300 install --yes --quiet --no-install-recommends $PACKAGES >/dev/null
