#!/bin/sh
# Installs the table as a service: `sudo make install`. `sudo make uninstall` takes it away again, and leaves the
# configuration and the matches. Safe to run again: what is in place stays, the configuration is never rewritten.
set -eu
# Whatever root's own says: the service's user must be able to read what is put in place here.
umask 022

# Another ROOT is for tests: files go there and services are left alone, but packages, user and groups are the system's,
# and the environment knows the folder that it was made in.
ROOT=${ROOT:-}
# With "yes" others in the table's network can watch it, by a service of its own; an installed one stays.
WEB=${WEB:-}
# With "yes" the table tells a hall what happens at it, by a service of its own; an installed one stays.
HALL=${HALL:-}
# Without "yes" an older version is not put over a newer one.
DOWNGRADE=${DOWNGRADE:-}
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")/../../.." && pwd)
LOCK="$HERE/table/devices/service/locked.txt"
OPT=/opt/command-table
UNIT=/etc/systemd/system/command-table.service
STICKS=/etc/udev/rules.d/99-command-table-stick.rules
COMPLETION=/usr/share/bash-completion/completions/command-table
WEB_UNIT=/etc/systemd/system/command-table-web.service
# The table's own service may write into the folder of the sockets, once that is there.
WEB_FOLDER=/etc/systemd/system/command-table.service.d/web.conf
WEB_SOCKETS=/etc/tmpfiles.d/command-table-web.conf
WEB_FOUND=/etc/avahi/services/command-table.service
WEB_USER=command-table-web
OUTBOX_UNIT=/etc/systemd/system/command-table-outbox.service
HALL_PASSWORD=/etc/command-table/hall-password
CONFIG=/etc/command-table/config.toml
STATE=/var/lib/command-table
USER_NAME=command-table
GROUPS_OF_DEVICES="spi i2c gpio dialout video render input audio"
# The last three draw the picture where there is no desktop: SDL needs them there, and python3-pygame does not bring them.
PACKAGES="python3-venv python3-pygame python3-spidev python3-lgpio libegl1 libgles2 libgl1-mesa-dri"

say() { printf '%s\n' "$*"; }
die() { printf 'install: %s\n' "$*" >&2; exit 1; }

may_run() {
    [ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || die "this needs root: sudo make install"
    command -v apt-get >/dev/null || die "this is for Raspberry Pi OS and Debian (apt-get is not here)"
}

# Of the libraries there is no ready-made build for 32 bits, and a compiler is not asked for.
sixty_four_bits() {
    kind=$(dpkg --print-architecture 2>/dev/null) || kind=""
    case "$kind" in
    armhf | armel | i386)
        die "this is a 32-bit system ($kind), and the table needs a 64-bit one. Nothing was changed. Put Raspberry Pi OS
         (64-bit) on the card: a Pi 3, 4, 5 or Zero 2 W runs it"
        ;;
    esac
}

# The numbers of a release, of 0.2.0rc1 as well: its first line that has some, of a module or of a state folder's mark.
release() { sed -n 's/^\(__version__ = "\)\{0,1\}\([0-9]\{1,\}\(\.[0-9]\{1,\}\)*\).*/\2/p' "$1" 2>/dev/null | head -n 1; }

state_folder() {
    folder=$(sed -n 's/^[[:space:]]*folder[[:space:]]*=[[:space:]]*"\(.*\)".*/\1/p' "$ROOT$CONFIG" 2>/dev/null | head -n 1)
    printf '%s\n' "${folder:-$STATE}"
}

# A newer version may have written what this one cannot read, and this one then leaves it alone. Nothing is changed yet.
no_downgrade() {
    own=$(release "$HERE/table/__init__.py")
    state=$(state_folder)
    for place in "$ROOT$OPT"/lib/python3*/site-packages/table/__init__.py "$ROOT$state/version"; do
        there=$(release "$place") || true
        [ -n "$there" ] || continue
        newest=$(printf '%s\n%s\n' "$own" "$there" | sort -V | tail -n 1)
        [ "$newest" != "$own" ] || continue
        case "$place" in
        */version) what="$state has been used by command-table $there" ;;
        *) what="command-table $there is installed" ;;
        esac
        [ "$DOWNGRADE" = yes ] || die "$what, and this is $own, which is older. Nothing was changed. Install $there or later;
         or say DOWNGRADE=yes, and put a backup that $own made into another state folder"
        say "note: $what, and this is $own, which is older: it leaves $state as it is, and asks for another folder"
    done
}

# Debian's pygame can drive a display without a desktop (kmsdrm), and its spidev and lgpio are built already.
packages() {
    missing=""
    lgpio_wheel=""
    for package in $PACKAGES; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "taking from Debian:$missing"
    # A fresh image knows no packages, an old one packages that are gone. Without a network there may be a cache.
    apt-get update --quiet || say "note: the list of packages could not be renewed"
    # Raspberry Pi's archive has it, Debian's has not; there are wheels for Python 3.9 to 3.12, so for Debian 12 alone.
    case "$missing" in
    *\ python3-lgpio*)
        if ! apt-cache show python3-lgpio >/dev/null 2>&1; then
            say "python3-lgpio is in no archive here: taking lgpio's ready-made wheel"
            lgpio_wheel=yes
            missing=$(printf '%s' "$missing" | sed 's/ python3-lgpio//')
        fi
        ;;
    esac
    # shellcheck disable=SC2086  # one word a package
    # The first boot of an image often holds the lock for minutes, to renew itself.
    [ -z "$missing" ] || apt-get -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends $missing || die "apt-get could not install$missing"
}

pip() { "$ROOT$OPT/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$@"; }

environment() {
    say "making $OPT over Debian's packages"
    # Nothing in an environment for another Python can be used, and what is left of it would mislead.
    clear=""
    if [ -d "$ROOT$OPT/lib" ] && ! "$ROOT$OPT/bin/python" -I -c 'import table' 2>/dev/null; then
        clear=--clear
    fi
    # shellcheck disable=SC2086  # nothing or one word
    python3 -m venv --system-site-packages $clear "$ROOT$OPT"
    # Only the wheels whose hashes are in the lock are taken: a source would fetch what it is built with, without a hash. What
    # Debian has is left as Debian has it.
    awk '/^[a-z]/ { kept = !/^lgpio/ } kept' "$LOCK" >"$ROOT$OPT/locking.txt"
    # pip does not verify a package that is there already, be it the system's. With another lock than before it takes all of it.
    again=""
    cmp -s "$ROOT$OPT/locking.txt" "$ROOT$OPT/locked.txt" || again=--force-reinstall
    # shellcheck disable=SC2086  # nothing or one word
    pip $again --only-binary :all: --require-hashes --requirement "$ROOT$OPT/locking.txt" || die "pip could not install the locked packages: see its message above. Check the network and try again. If a hash
         does not match, the downloaded file is not the tested one: report it"
    # A wheel or nothing: no compiler is asked for.
    if [ -n "$lgpio_wheel" ]; then
        awk '/^[a-z]/ { kept = /^lgpio/ } kept' "$LOCK" >"$ROOT$OPT/locked-lgpio.txt"
        # shellcheck disable=SC2086
        pip $again --only-binary :all: --require-hashes --requirement "$ROOT$OPT/locked-lgpio.txt" ||
            die "there is no ready-made lgpio for this system, in its archive or as a wheel for its Python: Raspberry Pi OS has one (Debian 13 itself has none)"
    fi
    mv "$ROOT$OPT/locking.txt" "$ROOT$OPT/locked.txt"
    # Built from a copy: else root would leave files of its own in the checkout.
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
    (cd "$HERE" && tar --exclude=__pycache__ -cf - pyproject.toml README.md LICENSE table hal firmware_bridge sim_hardware) | tar -xf - -C "$copy"
    # The log of an installed table names the commit that it was built of.
    mkdir -p "$copy/table"
    git -c safe.directory="$HERE" -C "$HERE" describe --always --dirty --abbrev=10 >"$copy/table/commit.txt" 2>/dev/null ||
        rm -f "$copy/table/commit.txt"
    # The build backend is in the lock, too.
    pip --no-build-isolation --no-index "$copy"
    rm -rf "$copy"
    "$ROOT$OPT/bin/python" -m compileall -q "$ROOT$OPT/lib" || true
    # It says what to do once an upgrade of the system has taken the environment's Python away.
    install -m 0755 "$HERE/table/devices/service/launcher.sh" "$ROOT$OPT/command-table"
    printf '%s\n' "$HERE" >"$ROOT$OPT/source"
    mkdir -p "$ROOT/usr/local/bin"
    ln -sfn "$OPT/command-table" "$ROOT/usr/local/bin/command-table"
    # The Tab key completes commands and options in bash.
    mkdir -p "$ROOT$(dirname "$COMPLETION")"
    _COMMAND_TABLE_COMPLETE=bash_source "$ROOT$OPT/bin/command-table" >"$ROOT$COMPLETION" ||
        rm -f "$ROOT$COMPLETION"
}

user() {
    if ! getent passwd "$USER_NAME" >/dev/null; then
        say "adding the user $USER_NAME"
        useradd --system --user-group --home-dir "$STATE" --no-create-home \
            --shell /usr/sbin/nologin "$USER_NAME"
    fi
    for group in $GROUPS_OF_DEVICES; do
        if getent group "$group" >/dev/null; then
            usermod --append --groups "$group" "$USER_NAME"
        else
            say "note: there is no group $group here"
        fi
    done
}

# The switch of raspi-config; where that is missing, its line in the firmware's configuration.
spi() {
    if command -v raspi-config >/dev/null; then
        raspi-config nonint do_spi 0
        return 0
    fi
    for boot in "$ROOT/boot/firmware/config.txt" "$ROOT/boot/config.txt"; do
        [ -f "$boot" ] || continue
        if ! grep -q '^dtparam=spi=on' "$boot"; then
            say "enabling SPI in $boot; it works from the next start of the Pi on"
            printf '\n[all]\ndtparam=spi=on\n' >>"$boot"
        fi
        return 0
    done
    say "note: this is no Raspberry Pi; SPI was not enabled"
}

configuration() {
    if [ -e "$ROOT$CONFIG" ]; then
        say "$CONFIG stays as it is"
    else
        mkdir -p "$ROOT$(dirname "$CONFIG")"
        install -m 0644 "$HERE/examples/raspberry-pi.toml" "$ROOT$CONFIG"
        say "$CONFIG is the example: set the dispenser's port there, or \"none\""
    fi
}

unit() {
    mkdir -p "$ROOT$(dirname "$UNIT")"
    install -m 0644 "$HERE/table/devices/service/command-table.service" "$ROOT$UNIT"
    [ -z "$WEB" ] || web_files
    [ -z "$HALL" ] || hall_files
    # A desktop mounts sticks itself; a Pi without one leaves that to this rule.
    mkdir -p "$ROOT$(dirname "$STICKS")"
    install -m 0644 "$HERE/table/devices/service/command-table-stick.rules" "$ROOT$STICKS"
    started || return 0
    udevadm control --reload || true
    systemctl daemon-reload
    systemctl enable command-table.service
    systemctl restart command-table.service || say "it did not start: see journalctl -u command-table"
    [ -z "$WEB" ] || web_start
    [ -z "$HALL" ] || hall_start
}

# Who serves the network is another user than the table's: of the table it can read two sockets, and nothing else.
web_user() {
    getent passwd "$WEB_USER" >/dev/null && return 0
    say "adding the user $WEB_USER"
    useradd --system --user-group --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin "$WEB_USER"
}

put() {
    mkdir -p "$ROOT$(dirname "$2")"
    install -m 0644 "$HERE/table/devices/service/$1" "$ROOT$2"
}

web_files() {
    put command-table-web.service "$WEB_UNIT"
    socket_files
    # Avahi is there on Raspberry Pi OS: it lets phones find the table by a name.
    [ -d "$ROOT$(dirname "$WEB_FOUND")" ] || return 0
    put command-table-web-avahi.xml "$WEB_FOUND"
    # With a certificate in the configuration the pages come by https.
    ! grep -q -e '^[[:space:]]*tls[[:space:]]*=[[:space:]]*{' -e '^[[:space:]]*\[web\.tls\]' "$ROOT$CONFIG" 2>/dev/null ||
        sed -i 's/_http\._tcp/_https._tcp/; s|\(.*\)<txt-record>api=.*|&\n\1<txt-record>scheme=https</txt-record>|' "$ROOT$WEB_FOUND"
}

# The folder of the sockets, for whoever reads them.
socket_files() {
    put command-table-web-folder.conf "$WEB_FOLDER"
    put command-table-web-sockets.conf "$WEB_SOCKETS"
    ! started || systemd-tmpfiles --create "$WEB_SOCKETS"
}

hall_files() {
    put command-table-outbox.service "$OUTBOX_UNIT"
    socket_files
}

hall_start() {
    systemctl enable command-table-outbox.service
    systemctl restart command-table-outbox.service || say "it did not start: see journalctl -u command-table-outbox"
}

hall_told() {
    [ -n "$HALL" ] || return 0
    [ -e "$ROOT$HALL_PASSWORD" ] || say "note: put the password of this table into $HALL_PASSWORD (docs/play/hall.md)"
    grep -q '^[[:space:]]*\[hall\]' "$ROOT$CONFIG" ||
        say "note: $CONFIG names no hall yet: add the lines that \`command-table hall init\` has made for this table"
}

web_start() {
    systemctl enable command-table-web.service
    systemctl restart command-table-web.service || say "it did not start: see journalctl -u command-table-web"
}

web_told() {
    if [ -z "$WEB" ]; then
        say "Nobody can watch over the network. If somebody should: sudo make install WEB=yes (docs/play/web.md)"
    elif ! grep -q '^[[:space:]]*\[web\]' "$ROOT$CONFIG"; then
        say "note: $CONFIG shows nothing to anybody yet. Add there, and start the Pi anew:"
        say '      [web]'
        say '      spectators = "delay"'
        say '      sockets = "/run/command-table-feed"'
        say '      listen = "0.0.0.0"'
    fi
}

# Two cannot draw on one display.
desktop() {
    if started && [ "$(systemctl get-default)" = graphical.target ]; then
        say "note: this Pi starts a desktop, which has the display. Let it start to the console instead:"
        say "      sudo raspi-config nonint do_boot_behaviour B1"
        say "      and start the Pi anew; until then the table's screen stays dark."
    fi
}

started() { [ -z "$ROOT" ] && [ -d /run/systemd/system ]; }

# With raspi-config's overlay every file of today is gone tomorrow, the match in play too.
overlay() {
    if grep -q ' / overlay ' "${MOUNTS:-/proc/mounts}" 2>/dev/null; then
        say "note: this Pi's root is read-only beneath an overlay: matches would not outlive a power cut."
        say "      Mount a writable partition at /var/lib/command-table (docs/build/installation.md)."
    fi
}

install_all() {
    [ ! -e "$ROOT$WEB_UNIT" ] || WEB=yes
    case "$WEB" in
    "" | yes) ;;
    *) die "WEB=$WEB is not known: say WEB=yes, or nothing" ;;
    esac
    [ ! -e "$ROOT$OUTBOX_UNIT" ] || HALL=yes
    case "$HALL" in
    "" | yes) ;;
    *) die "HALL=$HALL is not known: say HALL=yes, or nothing" ;;
    esac
    may_run
    sixty_four_bits
    no_downgrade
    packages
    environment
    user
    [ -z "$WEB$HALL" ] || web_user
    spi
    configuration
    unit
    overlay
    desktop
    web_told
    hall_told
    say "Installed. Ask the doctor: sudo -u $USER_NAME command-table doctor --config $CONFIG"
}

remove() {
    may_run
    if started; then
        systemctl disable --now command-table.service || true
        [ ! -e "$WEB_UNIT" ] || systemctl disable --now command-table-web.service || true
        [ ! -e "$OUTBOX_UNIT" ] || systemctl disable --now command-table-outbox.service || true
    fi
    rm -f "$ROOT$OUTBOX_UNIT" "$ROOT$WEB_UNIT" "$ROOT$WEB_FOLDER" "$ROOT$WEB_SOCKETS" "$ROOT$WEB_FOUND"
    rmdir "$ROOT$(dirname "$WEB_FOLDER")" 2>/dev/null || true
    rm -f "$ROOT$UNIT" "$ROOT$STICKS" "$ROOT$COMPLETION" "$ROOT/usr/local/bin/command-table"
    rm -rf "$ROOT$OPT"
    if started; then
        systemctl daemon-reload
    fi
    say "Removed. /etc/command-table, $STATE, the users command-table and $WEB_USER, Debian's packages and SPI stay as they are."
}

case "${1:-install}" in
install) install_all ;;
remove) remove ;;
*) die "say install or remove" ;;
esac
