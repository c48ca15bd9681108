#!/bin/sh
# What a Raspberry Pi's processor runs: a Debian for arm64 in a folder, its programs translated by QEMU. In it the table is
# installed by `sudo make install`, and tested by `make test`, from a clone of the commit that is checked out here.
# There is no compiler in it: what needs one does not install. Needs root. A Debian that stands is not made again.
# Usage: arm64.sh FOLDER [CODENAME [what pytest is told, e.g. tests/hal]]
set -eu
umask 022
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PROJECT=$(CDPATH='' cd -- "$HERE/../.." && pwd)
# shellcheck source=/dev/null
HOST_CODENAME=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
CODENAME=${2:-$HOST_CODENAME}
WHERE=$1/$CODENAME
TOOLS="qemu-user-static mmdebstrap arch-test git"
INCLUDED=systemd-sysv,udev,make,git,ca-certificates,python3-venv
# A translated program is some twenty times slower than the processor that it is translated for.
SLOWLY="-o timeout=1800 -o faulthandler_timeout=0"

# shellcheck source=tests/machine/debian.sh
. "$HERE/debian.sh"

# The kernel gives arm64 programs to QEMU; the interpreter is held open, so that it is found from within the folder.
translated() {
    of=/proc/sys/fs/binfmt_misc
    [ -f $of/register ] || mount -t binfmt_misc binfmt_misc $of || die "this kernel hands no programs to an interpreter"
    [ -f $of/qemu-aarch64 ] || sed 's/:[A-Z]*$/:OCPF/' /usr/lib/binfmt.d/qemu-aarch64.conf >$of/register
}

base() {
    of="arm64 $INCLUDED $CODENAME"
    ! fresh base "$of" || return 0
    say "making a Debian ($CODENAME) for arm64"
    rm -rf "$WHERE/base" "$WHERE"/*.mark
    sources | sed "s/$HOST_CODENAME/$CODENAME/g" | mmdebstrap --quiet --mode=root --architectures=arm64 --variant=minbase \
        --format=directory --include="$INCLUDED" --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/man/*' "$CODENAME" "$WHERE/base" - >"$WHERE/base.log" 2>&1 ||
        die "mmdebstrap failed: see $WHERE/base.log"
    mark base "$of"
}

[ "$(id -u)" = 0 ] || die "this needs root: sudo make arm64"
command -v apt-get >/dev/null || die "this is for Debian (apt-get is not here)"
mkdir -p "$WHERE"
WHERE=$(CDPATH='' cd -- "$WHERE" && pwd)
tools
translated
base
CLONE=$WHERE/base/usr/src/command-table
[ -d "$CLONE/.git" ] || git clone --quiet "file://$PROJECT" "$CLONE"
git -C "$CLONE" fetch --quiet "file://$PROJECT" HEAD
git -C "$CLONE" checkout --quiet --force FETCH_HEAD
# The groups that Raspberry Pi OS has and Debian has not.
for group in spi gpio; do
    inside getent group "$group" >/dev/null || inside groupadd --system "$group"
done
for compiler in cc gcc clang; do
    ! inside sh -c "command -v $compiler" >/dev/null || die "there is a compiler in $WHERE/base, and there is to be none"
done
lend
began=$(date +%s)
of=$(git -C "$CLONE" rev-parse HEAD)
not_installed=0
if ! fresh installed "$of"; then
    say "sudo make install, in it ($(inside uname -m))"
    if inside make --no-print-directory -C /usr/src/command-table install >"$WHERE/install.log" 2>&1; then
        mark installed "$of"
        say "installed after $(($(date +%s) - began)) s"
    else
        not_installed=1
        say "make install failed: see $WHERE/install.log"
    fi
fi
say "make test, in it"
shift
[ $# = 0 ] || shift
inside make --no-print-directory -C /usr/src/command-table test PYTEST=".venv/bin/python -m pytest -n 2 --dist worksteal $SLOWLY $*" \
    >"$WHERE/test.log" 2>&1 && failed=0 || failed=$?
take_back
tail -n 1 "$WHERE/test.log"
say "$CODENAME, arm64, $(inside python3 --version), commit $(printf %.10s "$of"), $(($(date +%s) - began)) s: $WHERE/test.log"
exit $((failed || not_installed))
