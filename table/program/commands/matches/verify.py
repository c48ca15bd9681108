"""The command `command-table verify`: check that a match file is the record of a fair match."""

import json
import sys
from pathlib import Path

import click
import msgspec

from table.devices.setup import games_with
from table.records.two_tables.canonical import is_pair_file
from table.records.verify.file import MOST_BYTES
from table.records.verify.verdict import CheckState, Verdict
from table.records.verify.verifier import verify
from table.rules.shown_codes import LEAST_DIGITS, LETTERS, grouped, normal
from table.rules.text import Text, text
from table.words import Words
from table.words.brought_file import opened
from table.words.grid import Grid, print_grid
from table.words.terminal import print_document, print_line

STYLES = {CheckState.PASSED: "green", CheckState.FAILED: "bold red", CheckState.OPEN: "yellow"}


@click.command(epilog="\b\nExample:\n  command-table verify match.jsonl")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--head",
    default="",
    metavar="CODE",
    callback=lambda _context, _option, typed: _code(typed),
    help="Code of the chain that the screen showed: 26 letters, or 32 to 64 hex digits.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@click.option("--rolls", is_flag=True, help="Print every roll and draw with its code.")
@click.option(
    "--game", "added", multiple=True, type=click.Path(exists=True, path_type=Path), metavar="FILE",
    help="File of the rule set that the match was played by, if it is your own.",
)  # fmt: skip
def command(file: Path, head: str, as_json: bool, rolls: bool, added: tuple[Path, ...]) -> None:
    """Check a match file, without a table and without a network.

    Hash chain, seals, rolls and draws are checked, and every batch of events against the rules. FILE is what
    `command-table export` wrote, or - for standard input. The exit status is 1 if a check failed.
    """
    known = games_with(added)
    content = _content(file)
    if is_pair_file(content):
        from table.records.two_tables.pair_file import verify_pair_file  # with `cryptography`, which others do not need

        verdict = verify_pair_file(content, known)
    else:
        verdict = verify(content, known, head)
    if as_json:
        print_document(json.dumps(_verdict_json(verdict, Words()), indent=1))
    else:
        _print(verdict, Words(), rolls)
    sys.exit(0 if verdict.ok else 1)


def _content(file: Path) -> bytes:
    """Return a file's bytes, up to the size of a match file. End the program if it cannot be read."""
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with opened(file) as source:
            return source.read(MOST_BYTES + 1)
    except OSError as error:
        raise click.BadParameter(str(error), param_hint="FILE") from error


def _code(typed: str) -> str:
    """Return the code in its normal form. Shorter codes are rejected, because another file may have the same."""
    try:
        return normal(typed) if typed else ""
    except ValueError:
        raise click.BadParameter(
            f"{typed!r} is not the code of a chain: give all {LETTERS} letters, or at least {LEAST_DIGITS} hex digits. "
            "An owner can prepare two ends of a match that share a shorter one."
        ) from None


def _print(verdict: Verdict, words: Words, rolls: bool) -> None:
    if verdict.match:
        print_line(words.say(text("verify.title", match=verdict.match, head=grouped(verdict.head))))
    grid = Grid(box=None, show_header=False, pad_edge=False)
    for check in verdict.checks:
        state = words.say(text(f"verify.state.{check.state}"))
        grid.add_row(
            words.say(text(f"verify.part.{check.part}")), state, words.say(check.line), style=STYLES[check.state]
        )
    print_grid(grid)
    if verdict.ok:
        print_line(words.say(_conclusion(verdict)))
    for one in verdict.chanced if rolls else ():
        # Counted from 1, as the screen does.
        line = text("verify.chanced", number=one.question + 1, bound=one.bound, came=one.came, code=one.code)
        print_line(words.say(line))


def _conclusion(verdict: Verdict) -> Text:
    if not verdict.ended:
        return text("verify.unfinished")
    return text("verify.proved" if verdict.proved else "verify.not_all_proved")


def _verdict_json(verdict: Verdict, words: Words) -> dict[str, object]:
    return {
        "match": verdict.match,
        "head": verdict.head,
        "ok": verdict.ok,
        "proved": verdict.proved,
        "outcome": msgspec.to_builtins(verdict.outcome),
        "checks": [{"part": c.part, "state": c.state, "said": words.say(c.line)} for c in verdict.checks],
        "chanced": [[c.question, c.bound, c.came, c.code] for c in verdict.chanced],
    }
