# How .ci/run runs its steps, and what it prints at the end. It is read by .ci/run alone.

SUMMARY=$(mktemp)
SHAKY=$(mktemp)
export SHAKY # tests.ci.second_chance writes the names of shaky tests into this file
ENDINGS=()
MOST_S=1500
LATE="the run would take more than $((MOST_S / 60)) minutes"

minutes() {
    printf '%d min %02d s' $(($1 / 60)) $(($1 % 60))
}

# note LINE: print this line at once, and again at the end.
note() {
    echo "$1"
    echo "$1" >>"$SUMMARY"
}

# step COMMAND...: run a step, and note how long it took. The first step that fails ends the run.
step() {
    step_named "$*" "$@"
}

step_named() {
    local name="$1" began=$SECONDS status=0 failed=""
    shift
    echo "== $name"
    "$@" || status=$?
    [ $status = 0 ] || failed=" (failed)"
    note "$(minutes $((SECONDS - began)))  $name$failed"
    [ $status = 0 ] || exit $status
}

# has_time SECONDS: succeed if a step of this length ends within the limit of the whole run.
has_time() {
    [ $((SECONDS + $1)) -lt $MOST_S ]
}

# second_chance KIND: run `make KIND`, whose tests start real programs. A failed test is run once more, alone.
second_chance() {
    step_named "make $1" .venv/bin/python -m tests.ci.second_chance "$1"
}

# at_the_end COMMAND: run this when the run ends, whatever its end is.
at_the_end() {
    ENDINGS=("$1" "${ENDINGS[@]}")
}

ended() {
    local status=$? ending
    for ending in "${ENDINGS[@]}"; do
        $ending || true
    done
    echo
    cat "$SUMMARY"
    cat "$SHAKY"
    echo "shaky tests: $(wc -l <"$SHAKY")"
    echo "$(minutes $SECONDS) in all, status $status"
    rm -f "$SUMMARY" "$SHAKY"
}
trap ended EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
