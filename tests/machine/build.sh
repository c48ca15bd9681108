#!/bin/sh
# Builds the machine that `make machine` boots, from Debian's packages alone: a system with the table installed by its own
# `make install`, the kernel's module for pins and SPI, and a start of the kernel that knows the one disk there is.
# Needs root. What stands already is not made again: remove the folder to begin anew.
# Usage: build.sh FOLDER
set -eu
umask 022
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PROJECT=$(CDPATH='' cd -- "$HERE/../.." && pwd)
WHERE=$1
TOOLS="qemu-system-x86 qemu-utils mmdebstrap e2fsprogs gcc make cpio"
# What a Raspberry Pi OS has of its own, and what carries the wires out of the machine.
INCLUDED=systemd-sysv,udev,dbus,kmod,linux-image-amd64,make,git,ca-certificates,socat,busybox-static,alsa-utils,dmsetup
INCLUDED=$INCLUDED,python3-venv,mosquitto

# shellcheck source=tests/machine/debian.sh
. "$HERE/debian.sh"

base() {
    of="$INCLUDED $CODENAME"
    ! fresh base "$of" || return 0
    say "making a Debian ($CODENAME)"
    rm -rf "$WHERE/base" "$WHERE"/*.mark
    sources | mmdebstrap --quiet --mode=root --variant=minbase --format=directory --include="$INCLUDED" \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' "$CODENAME" "$WHERE/base" - >"$WHERE/base.log" 2>&1 ||
        die "mmdebstrap failed: see $WHERE/base.log"
    mark base "$of"
}

installed() {
    of=$(cd "$PROJECT" && project | sort | while read -r file; do [ ! -f "$file" ] || sha256sum "$file"; done | sha256sum)
    ! fresh installed "$of" || return 0
    say "sudo make install WEB=yes HALL=yes, in it"
    rm -rf "$WHERE/base/usr/src/command-table"
    mkdir -p "$WHERE/base/usr/src/command-table"
    (cd "$PROJECT" && project | tar -cf - -T -) | tar -xf - --no-same-owner -C "$WHERE/base/usr/src/command-table"
    # The groups that Raspberry Pi OS has and Debian has not.
    for group in spi gpio; do
        inside getent group "$group" >/dev/null || inside groupadd --system "$group"
    done
    lend
    inside make --no-print-directory -C /usr/src/command-table install WEB=yes HALL=yes >"$WHERE/install.log" 2>&1 ||
        die "make install failed: see $WHERE/install.log"
    take_back
    inside systemctl --quiet enable command-table.service
    mark installed "$of"
}

# Built against the headers of the very kernel that boots.
module() {
    kernel=$(basename "$WHERE"/base/lib/modules/*)
    tools "linux-headers-$kernel"
    of=$(cat "$PROJECT"/sim_hardware/kernel/command_table_wires.c "$PROJECT/sim_hardware/kernel/Kbuild" | sha256sum)
    if ! fresh module "$of $kernel"; then
        say "building the module for pins and SPI against $kernel"
        rm -rf "$WHERE/module"
        mkdir -p "$WHERE/module"
        cp "$PROJECT"/sim_hardware/kernel/command_table_wires.c "$PROJECT/sim_hardware/kernel/Kbuild" "$WHERE/module"
        make -C "/usr/src/linux-headers-$kernel" M="$WHERE/module" modules >"$WHERE/module.log" 2>&1 ||
            die "the module does not compile: see $WHERE/module.log"
        mark module "$of $kernel"
    fi
    mkdir -p "$WHERE/base/lib/modules/$kernel/extra"
    cp "$WHERE/module/command_table_wires.ko" "$WHERE/base/lib/modules/$kernel/extra/"
    inside depmod "$kernel"
}

# The modules of the disk, in their order, and a shell that loads them: Debian's own initrd takes three times as long.
# The disk is mounted through the device mapper, so that it can be made slow or broken while the table plays.
initrd() {
    rm -rf "$WHERE/start"
    mkdir -p "$WHERE/start/bin" "$WHERE/start/modules" "$WHERE/start/proc" "$WHERE/start/sys" "$WHERE/start/dev" "$WHERE/start/root"
    cp "$WHERE/base/bin/busybox" "$WHERE/start/bin/busybox"
    for file in /sbin/dmsetup /sbin/e2fsck $(inside ldd /sbin/dmsetup /sbin/e2fsck | grep -o '/[^ :]*'); do
        mkdir -p "$WHERE/start$(dirname "$file")"
        cp -L "$WHERE/base$file" "$WHERE/start$file"
    done
    {
        printf '#!/bin/busybox sh\n/bin/busybox mount -t devtmpfs dev /dev\n'
        printf '/bin/busybox mount -t proc proc /proc\n/bin/busybox mount -t sysfs sys /sys\n'
        for name in virtio_pci virtio_blk dm_mod ext4; do
            inside modprobe --set-version "$kernel" --show-depends "$name" | sed -n 's/^insmod //p'
        done | awk '!seen[$1]++ { print $1 }' | while read -r file; do
            cp "$WHERE/base$file" "$WHERE/start/modules/"
            printf '/bin/busybox insmod /modules/%s\n' "$(basename "$file")"
        done
        printf 'while [ ! -b /dev/vda ]; do /bin/busybox usleep 20000; done\n'
        printf '/sbin/dmsetup create card --noudevsync --table "0 $(/bin/busybox cat /sys/block/vda/size) linear /dev/vda 0"\n'
        # As Raspberry Pi OS does it (fsck.repair=yes): a cut may tear the last block of the file system's journal, which is no
        # loss, and which the kernel does not mount before it is mended.
        printf '/sbin/e2fsck -y /dev/dm-0 >/dev/ttyS0 2>&1\n'
        printf '/bin/busybox umount /proc /sys\n'
        printf '/bin/busybox mount -t ext4 /dev/dm-0 /root\n/bin/busybox mount --move /dev /root/dev\n'
        printf 'exec /bin/busybox switch_root /root /sbin/init\n'
    } >"$WHERE/start/init"
    chmod 755 "$WHERE/start/init"
    (cd "$WHERE/start" && find . | cpio --quiet -o -H newc) >"$WHERE/initrd"
    cp "$WHERE/base/boot/vmlinuz-$kernel" "$WHERE/kernel"
}

# The parts of a Raspberry Pi that Debian has not, and those that carry the wires out.
guest() {
    for file in $(cd "$HERE/guest" && find . -type f); do
        mkdir -p "$WHERE/base/$(dirname "$file")"
        cp "$HERE/guest/$file" "$WHERE/base/$file"
    done
    chmod 755 "$WHERE"/base/usr/local/sbin/machine-*
    mkdir -p "$WHERE/base/etc/systemd/system/multi-user.target.wants"
    for unit in "$HERE"/guest/etc/systemd/system/*.service; do
        ln -sf "/etc/systemd/system/$(basename "$unit")" "$WHERE/base/etc/systemd/system/multi-user.target.wants/"
    done
    for unit in systemd-timesyncd apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer e2scrub_reap fstrim.timer \
        serial-getty@ttyS0.service; do
        ln -sf /dev/null "$WHERE/base/etc/systemd/system/$unit"
    done
    echo command-table >"$WHERE/base/etc/hostname"
    rm -rf "$WHERE/base/var/lib/command-table"
    mkdir -p -m 700 "$WHERE/base/var/lib/command-table"
    # The cards that lie in the players' hands are enrolled, as an owner would have done it before.
    [ ! -f "$WHERE/cards.json" ] || cp "$WHERE/cards.json" "$WHERE/base/var/lib/command-table/cards.json"
    inside chown -R command-table:command-table /var/lib/command-table
}

image() {
    say "writing the disk"
    rm -f "$WHERE/disk.img"
    mke2fs -q -t ext4 -d "$WHERE/base" -L machine "$WHERE/disk.img" 4G
}

[ "$(id -u)" = 0 ] || die "this needs root: sudo make machine"
command -v apt-get >/dev/null || die "this is for Debian (apt-get is not here)"
[ "$(dpkg --print-architecture)" = amd64 ] || die "this is for amd64, and here is $(dpkg --print-architecture)"
# shellcheck source=/dev/null
CODENAME=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
mkdir -p "$WHERE"
WHERE=$(CDPATH='' cd -- "$WHERE" && pwd)
tools
base
installed
written=$( (cd "$PROJECT" && cat "$WHERE/installed.mark" sim_hardware/kernel/*.c tests/machine/build.sh &&
    find tests/machine/guest -type f | sort | xargs cat; cat "$WHERE/cards.json" 2>/dev/null) | sha256sum)
if ! fresh disk "$written" || [ ! -f "$WHERE/disk.img" ]; then
    module
    initrd
    guest
    image
    mark disk "$written"
fi
say "$WHERE/disk.img stands"
