# `make test` on each Python that the README names and this machine has, as an ordinary user. It is read by .ci/run.
#
# The tests run in a clone of their own, whose path has 120 letters, a blank and an umlaut. Where root runs this, a user is made
# for them, who cannot read root's folders: a Python that lies in one of these is copied.

LETTERS=120
TOOK_S=0 # how long the last version took, and the next one will take

# pythons_of VERSION: print the paths of the Pythons of this version that can make an environment.
pythons_of() {
    local each
    while IFS= read -r each; do
        [ -x "$each" ] && "$each" - "$1" 2>/dev/null <<'PYTHON' || true
import ensurepip, os, sqlite3, ssl, sys, venv

if "%d.%d" % sys.version_info[:2] == sys.argv[1]:
    print(os.path.realpath(sys._base_executable))
PYTHON
    done < <(
        type -ap "python$1" python3
        compgen -G "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1.*/bin/python$1"
        compgen -G "${XDG_DATA_HOME:-$HOME/.local/share}/uv/python/cpython-$1.*/bin/python$1"
    )
}

# as_tester COMMAND...: run it as the user of the tests.
as_tester() {
    if [ -z "$TESTER" ]; then
        "$@"
    else
        runuser -u "$TESTER" -- env -u TMPDIR -u XDG_RUNTIME_DIR -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u XDG_STATE_HOME \
            -u XDG_CACHE_HOME HOME="$ROOM" USER="$TESTER" LOGNAME="$TESTER" "$@"
    fi
}

# make_clone: clone what is committed to a path as long as LETTERS, and make the user of the tests.
make_clone() {
    ROOM=$(mktemp -d /tmp/command-table-ci.XXXXXX)
    at_the_end "rm -rf $ROOM"
    TESTER=""
    if [ "$(id -u)" = 0 ]; then
        TESTER="table-ci-$$"
        useradd --no-create-home --home-dir "$ROOM" --shell /bin/sh "$TESTER"
        at_the_end "userdel $TESTER"
        at_the_end "end_programs_of_tester"
        chown "$TESTER" "$ROOM"
    fi
    CLONE="$ROOM/Spiele für Freunde "
    local LC_ALL=C.UTF-8
    while [ ${#CLONE} -lt $LETTERS ]; do
        CLONE+=x
    done
    git clone --quiet --no-hardlinks . "$CLONE"
    [ -z "$(git status --porcelain)" ] || note "make test runs without what is not committed"
}

# A test that was ended may have left a program of its own behind. The user is new, so each program of his is one of these.
end_programs_of_tester() {
    local each
    for each in $(ps -o pid= -u "$TESTER"); do
        kill -KILL "$each"
    done
}

# works_for_tester PATH: succeed if the user of the tests can run this Python, also without any variable.
works_for_tester() {
    as_tester env -i "$1" -I -c 'import ensurepip, sqlite3, ssl, venv' 2>/dev/null
}

# copied_python PATH: copy this Python for the user of the tests, and print the path of the copy. Its library is found beside it.
copied_python() {
    local prefix copy
    prefix=$("$1" -c 'import os, sys; print(os.path.realpath(sys.base_prefix))')
    copy="$ROOM/pythons$prefix"
    mkdir -p "$copy"
    tar -C "$prefix" --exclude='./lib/python*/site-packages/*' --exclude='./lib/python*/test' -c . |
        tar -C "$copy" --no-same-owner -x
    "$1" - "$ROOM/pythons$1" "$prefix/lib" <<'PYTHON'
import sys
from pathlib import Path

program, library = Path(sys.argv[1]), sys.argv[2].encode() + b"\0"
beside = b"$ORIGIN/../lib"
if len(beside) < len(library):
    program.write_bytes(program.read_bytes().replace(library, beside.ljust(len(library), b"\0")))
PYTHON
    echo "$ROOM/pythons$1"
}

# python_for_tester VERSION: print the path of a Python of this version that the user of the tests can run. Fails without one.
python_for_tester() {
    local found each IFS=$'\n'
    found=$(pythons_of "$1")
    for each in $found; do
        works_for_tester "$each" && echo "$each" && return
    done
    for each in $found; do
        each=$(copied_python "$each")
        works_for_tester "$each" && echo "$each" && return
    done
    return 1
}

# environment PYTHON: make the clone's environment with this Python. It is root who asks for packages, where he runs this.
environment() {
    rm -rf "$CLONE/.venv" &&
        make -C "$CLONE" PYTHON="$1" .venv/installed-dev &&
        { [ -z "$TESTER" ] || chown -R "$TESTER" "$CLONE"; }
}

tests_in_clone() {
    as_tester make -C "$CLONE" test
}

# test_on_python VERSION: run `make test` on this version, or note why not.
test_on_python() {
    local python began=$SECONDS
    if ! has_time $TOOK_S; then
        note "make test did not run on Python $1: $LATE"
    elif python=$(python_for_tester "$1"); then
        step_named "the environment of Python $1" environment "$python"
        step_named "make test on Python $1" tests_in_clone
        TOOK_S=$((SECONDS - began))
    else
        note "make test did not run on Python $1: this machine has none that an ordinary user can run"
    fi
}
