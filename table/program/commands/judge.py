"""The command `command-table judge`: freeze a running match, read its log, correct it, and let it go on."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from table.devices.judge_socket import NobodyThereError, Request, Standing, asked
from table.program.commands.state import config_option, configured
from table.rules.commands import Answer
from table.rules.match.judge import CORRECTING, GO_ON, LOG
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Value
from table.rules.seats import SEATS, Seat
from table.rules.text import Text, text
from table.words.terminal import tell

seat_option = click.option("--seat", type=click.Choice([str(seat) for seat in SEATS]), help="For which seat.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Judge the match at the table that runs: `call`, `log`, `ask`, `answer`, `go-on`.

    It speaks to the table through its state folder, so it is for that folder's owner alone.
    """


@command.command()
@config_option
def call(file: Path | None) -> None:
    """Freeze the match: nothing is asked, locked or revealed until it goes on."""
    bench = _Bench(file)
    bench.tell_done(bench.asked("call"))


@command.command()
@click.option("-n", "most", type=click.IntRange(1), default=20, show_default=True, help="How many lines.")
@config_option
def log(most: int, file: Path | None) -> None:
    """The last lines of what happened; the whole of it: `command-table export`."""
    bench = _Bench(file)
    for line in bench.asked("look").story[-most:]:
        bench.say(line)


@command.command()
@config_option
def ask(file: Path | None) -> None:
    """What can be set right now, with its keys and values for `answer`."""
    bench = _Bench(file)
    bench.tell(bench.asked("look"))


@command.command()
@click.argument("prompt")
@click.argument("value", nargs=-1)
@seat_option
@config_option
def answer(prompt: str, value: Sequence[str], seat: str | None, file: Path | None) -> None:
    """Answer PROMPT with VALUE, as `ask` lists them: answer restore 2 --seat blue."""
    bench = _Bench(file)
    open_now = bench.asked("look").prompts
    found = [one for one in open_now if one.key == prompt and (seat is None or one.seat in (None, Seat(seat)))]
    if not found:
        bench.fail(text("judge.not_asked", prompt=prompt))
    if len({one.seat for one in found}) > 1:
        bench.fail(text("judge.which_seat", prompt=prompt))
    whose = found[0].seat or Seat(seat or str(SEATS[0]))
    bench.tell_done(bench.asked(Answer(whose, prompt, _value(found[0], value))))


@command.command("go-on")
@config_option
def go_on(file: Path | None) -> None:
    """Let the match go on."""
    bench = _Bench(file)
    bench.tell_done(bench.asked(Answer(SEATS[0], GO_ON)))


class _Bench:
    """The words of the judge's terminal, and the state folder of the table that it speaks to."""

    def __init__(self, file: Path | None) -> None:
        from table.setup.repertoire import rule_sets, spoken

        config = configured(file)
        self._folder = config.state.path
        self._words = spoken(config.screen.language, rule_sets(config).rule_sets)

    def say(self, said: Text) -> None:
        tell(self._words.say(said))

    def fail(self, why: Text) -> None:
        tell(self._words.say(why), error=True)
        sys.exit(1)

    def asked(self, request: Request) -> Standing:
        try:
            standing = asked(self._folder, request)
        except NobodyThereError as error:
            tell(self._words.say(text("judge.nobody", why=str(error))), error=True)
            sys.exit(1)
        if not standing.done:
            self.fail(text(f"judge.{standing.why}"))
        return standing

    def tell_done(self, now: Standing) -> None:
        """Print the table's answer. End with exit status 1 if the table refused; its notice says why."""
        self.tell(now)
        if now.notice is not None:
            sys.exit(1)

    def tell(self, now: Standing) -> None:
        """Print the state of the match and the prompts that can be answered."""
        if now.notice is not None:
            self.say(now.notice.words)
        if now.headline is not None:
            self.say(now.headline)
        for prompt in now.prompts if now.judged else ():
            if prompt.rule in CORRECTING or (prompt.key.startswith("match.") and prompt.key != LOG):
                self._show(prompt)

    def _show(self, prompt: AnyPrompt) -> None:
        seat = "" if prompt.seat is None else f" --seat {prompt.seat}"
        tell(f"  {prompt.key}{seat}: {self._words.say(prompt.ask)}")
        if isinstance(prompt, ChooseOne | ChooseSome):
            for option in prompt.options:
                tell(f"      {option.id}: {self._words.say(option.label)}")
        elif isinstance(prompt, Number):
            tell(f"      {prompt.least} - {prompt.most}")


def _value(prompt: AnyPrompt, said: Sequence[str]) -> Value:
    """Return the typed value as the prompt takes it. The table decides whether it is legal."""
    if isinstance(prompt, ChooseSome):
        return tuple(said)
    one = " ".join(said)
    if isinstance(prompt, Number) and one.lstrip("-").isdecimal():
        return int(one)
    return one or None
