"""The command `command-table words`: a seat's own words replace its number for the chance."""

import sys
from pathlib import Path

import click

from hal.computer.terminal import read_unseen
from table.program.commands.config_option import answer_of, config_option, set_up
from table.rules.commands import Answer
from table.rules.fairness import number_of_words
from table.rules.match.questions import NUMBER
from table.rules.seats import SEATS, Seat
from table.rules.text import text
from table.words.terminal import print_line, stop_with

MOST_BYTES = 4096
"""The most bytes of a line of words, which is a terminal's limit, too."""


@click.command("words", epilog='\b\nExample:\n  command-table words blue "the fleet sails at dawn"')
@click.argument("seat", type=click.Choice([str(seat) for seat in SEATS]))
@click.argument("words", required=False)
@click.option("--number", is_flag=True, help="Print the number of the words, and send nothing to the table.")
@config_option
def command(seat: str, words: str | None, number: bool, file: Path | None) -> None:
    """Give a seat's own words for the chance, instead of a number of 0 to 99.

    Without WORDS, you type them without an echo, or they are read from one line of standard input. If you doubt the
    table, choose words that nobody else can guess, after the table has shown its commitment. The match file contains
    only their number: 52 bits of a hash. The exit status is 1 if the table refuses them.
    """
    given = _given_words(words)
    stands_for = number_of_words(given)
    if number:
        print_line(str(stands_for))
        return
    setup = set_up(file)
    language = setup.words()
    now = answer_of(setup.games.folder, Answer(Seat(seat), NUMBER, stands_for), language)
    if now.notice is not None:
        stop_with(language.say(now.notice.words))
    print_line(language.say(text("words.taken", seat=text(f"seat.{seat}"), number=str(stands_for))))


def _given_words(words: str | None) -> str:
    """Return the words from the command line, or from a line of input.

    At a terminal they are typed without an echo.
    """
    try:
        if words is not None:
            given = words
        elif sys.stdin.isatty():
            print_line("words:", error=True)
            given = read_unseen()
        else:
            given = _line()
        given.encode()  # a terminal with another encoding gives what is no text
    except UnicodeError as error:
        raise click.UsageError("the words are not UTF-8 text: choose others, or set the terminal to UTF-8") from error
    if not given.strip():
        raise click.UsageError("the words are missing: write them after the command, or type them at a terminal")
    return given


def _line() -> str:
    """Return the first line of standard input."""
    line = sys.stdin.buffer.readline(MOST_BYTES + 1)
    if len(line) > MOST_BYTES:
        raise click.UsageError(f"the words are longer than {MOST_BYTES} bytes: take a sentence")
    return line.decode()
