# Sourced by the scripts beside it: a Debian in a folder, made of packages alone, and what it is lent while it is made.
# $WHERE is the folder of all that is made, $TOOLS are the packages that the script needs here.

say() { printf 'machine: %s\n' "$*"; }
die() { printf 'machine: %s\n' "$*" >&2; exit 1; }

tools() {
    missing=""
    for package in $TOOLS "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    [ "$(id -u)" = 0 ] || die "this needs root, and the packages$missing"
    say "taking from Debian:$missing"
    apt-get update --quiet >/dev/null || say "note: the list of packages could not be renewed"
    # shellcheck disable=SC2086  # one word a package
    apt-get -o DPkg::Lock::Timeout=300 install --yes --quiet --no-install-recommends $missing >/dev/null ||
        die "it needs the packages$missing, and apt-get did not bring them"
}

# The sources of this machine, whatever they are: no address stands in this project.
sources() {
    cat /etc/apt/sources.list.d/debian.sources 2>/dev/null || cat /etc/apt/sources.list
}

# A mark beside what was made, of what it was made from.
fresh() { [ -f "$WHERE/$1.mark" ] && [ "$(cat "$WHERE/$1.mark")" = "$2" ]; }
mark() { printf '%s\n' "$2" >"$WHERE/$1.mark"; }

inside() {
    chroot "$WHERE/base" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive PIP_CERT=/run/certificates PIP_CONFIG_FILE=/run/pip.conf "$@"
}

# The network, pip's index and the certificates are lent from this machine, and taken back.
lend() {
    cp /etc/resolv.conf "$WHERE/base/etc/resolv.conf"
    cp /etc/ssl/certs/ca-certificates.crt "$WHERE/base/run/certificates"
    cat /etc/pip.conf >"$WHERE/base/run/pip.conf" 2>/dev/null || : >"$WHERE/base/run/pip.conf"
    mount -t proc proc "$WHERE/base/proc"
    mount --rbind /dev "$WHERE/base/dev"
    mount --make-rslave "$WHERE/base/dev"
    trap take_back EXIT INT TERM
}

take_back() {
    umount "$WHERE/base/proc" || true
    umount -R -l "$WHERE/base/dev" || true
    rm -rf "$WHERE/base/etc/resolv.conf" "$WHERE/base/run/certificates" "$WHERE/base/run/pip.conf"
    trap - EXIT
}

# Everything that `make install` takes, as it stands here, committed or not.
project() { git -C "$PROJECT" ls-files -co --exclude-standard -- Makefile constraints.txt pyproject.toml README.md LICENSE \
    table hal firmware_bridge sim_hardware examples; }
