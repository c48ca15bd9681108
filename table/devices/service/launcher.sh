#!/bin/sh
# The command `command-table` of an installed table, which `make install` puts beside its environment. An upgrade of the
# system can take the Python away for which that environment was made. Nothing in it runs then, so this needs nothing of it.
# Exit status 2: no new start can mend that, and the service waits for somebody who does.
HERE=$(dirname -- "$(readlink -f -- "$0")")

# Whatever else goes wrong, the program tells itself. It runs by this Python, wherever the environment was moved.
now=$("$HERE/bin/python" -I -c 'import importlib.util, sys
if importlib.util.find_spec("table") is None:
    print("%d.%d" % sys.version_info[:2])
    sys.exit(3)' 2>/dev/null)
case $? in
3) has="this system has Python $now" ;;
126 | 127) has="that Python is gone" ;;
*) exec "$HERE/bin/python" "$HERE/bin/command-table" "$@" ;;
esac

made="another Python"
for lib in "$HERE"/lib/python3.*; do
    [ ! -d "$lib" ] || made="Python ${lib##*/python}"
done
# The folder from which it was installed. The service may not look into a home, so nobody looks whether it is still there.
command="sudo make install        (in a clone of command-table)"
[ ! -r "$HERE/source" ] || {
    read -r source <"$HERE/source" && command="sudo make -C '$source' install
If that folder has moved, run \`sudo make install\` in it, or in any other clone of command-table."
}

told() {
    printf '%s\n' \
        "The program command-table cannot start: its environment in $HERE was made for $made, and $has." \
        "An upgrade of the system does that. Make the environment again; configuration and matches stay as they are:" \
        "    $command"
}
told >&2
# The console of the display, where the service has one: else the screen would be dark without a word.
[ -z "${COMMAND_TABLE_CONSOLE:-}" ] || { printf '\n' && told; } 2>/dev/null >>"$COMMAND_TABLE_CONSOLE"
exit 2
