#!/bin/sh
# Looks for Debian's Mosquitto, which `make hall` starts and kills; where nobody has installed it, its packages are
# unpacked into a folder, which needs no root.
set -eu
TOOLS=$1

die() { printf 'hall: %s\n' "$*" >&2; exit 1; }

[ ! -x /usr/sbin/mosquitto ] || exit 0
command -v mosquitto >/dev/null && exit 0
[ -x "$TOOLS/usr/sbin/mosquitto" ] && exit 0
command -v apt-get >/dev/null || die "there is no mosquitto here. Install it, with your system's packages"
mkdir -p "$TOOLS/packages"
TOOLS=$(CDPATH='' cd -- "$TOOLS" && pwd)
cd "$TOOLS/packages"
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances mosquitto |
    grep -E '^lib(mosquitto|cjson|dlt|wrap|websockets|ev|uv)' | sort -u)
# shellcheck disable=SC2086  # one word a package
apt-get download mosquitto $needed >/dev/null 2>&1 || die "apt-get could not fetch mosquitto: sudo apt-get install mosquitto"
for package in *.deb; do
    dpkg -x "$package" "$TOOLS"
done
rm -rf "$TOOLS/packages"
