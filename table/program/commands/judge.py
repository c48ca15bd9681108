"""The command `command-table judge`: freeze a running match, read its log, correct it, and continue it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from table.devices.judge_socket import JudgeStatus, Request
from table.program.commands.config_option import answer_of, config_option, set_up
from table.rules.commands import Answer
from table.rules.match.judge import GO_ON
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Value
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.view.judged import offered_to_a_judge
from table.words.terminal import print_line, stop_with

seat_option = click.option(
    "--seat", type=click.Choice([str(seat) for seat in SEATS]), help="Seat to answer for, if both are asked."
)


@click.group(epilog="\b\nExample:\n  command-table judge call")
def command() -> None:
    """Freeze the match in play, and set it right.

    The order is `call`, `log` and `ask`, `answer`, `go-on`. The command reaches the table through its state folder, so
    only the owner of that folder can use it.
    """


@command.command(epilog="\b\nExample:\n  command-table judge call")
@config_option
def call(file: Path | None) -> None:
    """Freeze the match.

    There are no questions, locks or reveals until it continues.
    """
    bench = _JudgeTerminal(file)
    bench.print_done(bench.asked("call"))


@command.command(epilog="\b\nExample:\n  command-table judge log -n 5")
@click.option("-n", "most", type=click.IntRange(1), default=20, show_default=True, help="Number of lines.")
@config_option
def log(most: int, file: Path | None) -> None:
    """Print the last lines of the log.

    `command-table export` has all of it.
    """
    bench = _JudgeTerminal(file)
    for line in bench.asked("look").story[-most:]:
        bench.say(line)


@command.command(epilog="\b\nExample:\n  command-table judge ask")
@config_option
def ask(file: Path | None) -> None:
    """Print the possible corrections, as `answer` takes them."""
    bench = _JudgeTerminal(file)
    now = bench.asked("look")
    bench.print_status(now)
    if not now.match:
        sys.exit(1)


@command.command(
    epilog="\b\nExample:\n  command-table judge answer match.undo --seat red\n"
    "  command-table judge answer match.undo.agree yes --seat blue"
)
@click.argument("prompt")
@click.argument("value", nargs=-1)
@seat_option
@config_option
def answer(prompt: str, value: Sequence[str], seat: str | None, file: Path | None) -> None:
    """Answer PROMPT with VALUE, as `call` and `ask` list them.

    An undo also needs the other seat's answer. Each answer prints the prompts that can be answered next.
    """
    bench = _JudgeTerminal(file)
    open_now = bench.asked("look").prompts
    found = [one for one in open_now if one.key == prompt and (seat is None or one.seat in (None, Seat(seat)))]
    if not found:
        bench.fail(text("judge.not_asked", prompt=prompt))
    if len({one.seat for one in found}) > 1:
        bench.fail(text("judge.which_seat", prompt=prompt))
    whose = found[0].seat or Seat(seat or str(SEATS[0]))
    bench.print_done(bench.asked(Answer(whose, prompt, _value(found[0], value))))


@command.command("go-on", epilog="\b\nExample:\n  command-table judge go-on")
@config_option
def go_on(file: Path | None) -> None:
    """Let the match go on."""
    bench = _JudgeTerminal(file)
    bench.print_done(bench.asked(Answer(SEATS[0], GO_ON)))


class _JudgeTerminal:
    """The language of the judge's terminal, and the state folder of its table."""

    def __init__(self, file: Path | None) -> None:
        setup = set_up(file)
        self._folder = setup.games.folder
        self._words = setup.words()

    def say(self, message: Text) -> None:
        print_line(self._words.say(message))

    def fail(self, why: Text) -> NoReturn:
        stop_with(self._words.say(why))

    def asked(self, request: Request) -> JudgeStatus:
        return answer_of(self._folder, request, self._words)

    def print_done(self, now: JudgeStatus) -> None:
        """Print the table's answer. End with exit status 1 if the table refused, with its reason."""
        self.print_status(now)
        if now.notice is not None:
            sys.exit(1)

    def print_status(self, now: JudgeStatus) -> None:
        """Print the state of the match and the prompts that can be answered."""
        if now.notice is not None:
            self.say(now.notice.words)
        if now.headline is not None:
            self.say(now.headline)
        for prompt in offered_to_a_judge(now.prompts) if now.judged else ():
            self._show(prompt)

    def _show(self, prompt: AnyPrompt) -> None:
        seat = "" if prompt.seat is None else f" --seat {prompt.seat}"
        print_line(f"  {prompt.key}{seat}: {self._words.say(prompt.ask)}")
        if isinstance(prompt, ChooseOne | ChooseSome):
            for option in prompt.options:
                print_line(f"      {option.id}: {self._words.say(option.label)}")
        elif isinstance(prompt, Number):
            print_line(f"      {prompt.least} - {prompt.most}")


def _value(prompt: AnyPrompt, answers: Sequence[str]) -> Value:
    """Convert the typed value to the type that the prompt expects. The table decides whether it is legal."""
    if isinstance(prompt, ChooseSome):
        return tuple(answers)
    one = " ".join(answers)
    if isinstance(prompt, Number) and one.lstrip("-").isdecimal():
        return int(one)
    return one or None
