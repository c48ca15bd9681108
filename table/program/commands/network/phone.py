"""The command `command-table phone`: admit a judge's or the owner's phone to a running table."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import click

from table.devices.judge_socket import JudgeStatus, PhoneWish
from table.program.commands.config_option import answer_of, config_option, set_up
from table.rules.text import Text, text
from table.session.phones.phone_ways import WORDS, PhoneWay
from table.session.ports import HelperAct
from table.view.published import HelperRole, PhoneState
from table.words import Words
from table.words.terminal import print_line, stop_with
from table.words.terminal_code import print_code

LOOK_S = 0.3
"""The seconds between two checks of the phone's progress."""
MADE_S = 5.0
"""The seconds for the table to make a code."""


@click.group(epilog="\b\nExample:\n  command-table phone setup")
def command() -> None:
    """Connect the phone of a judge or of the owner.

    The command prints a code, which one phone can scan within 60 seconds. Then both show two words to compare. It needs
    `[web] phones = true`, and a running `command-table web`. The command reaches the table through its state folder, so
    only the owner of that folder can use it. The settings on the table's screen list such a phone, and can disconnect
    it.
    """


@command.command(epilog="\b\nExample:\n  command-table phone setup")
@config_option
def setup(file: Path | None) -> None:
    """Connect the owner's phone: lists, matches, the state of the parts."""
    _let_in(HelperRole.SETUP, file)


@command.command(epilog="\b\nExample:\n  command-table phone judge")
@config_option
def judge(file: Path | None) -> None:
    """Connect a judge's phone. It can freeze the match, correct it, and continue it.

    A judge with a card on a reader needs no terminal: the settings of each seat then offer the code.
    """
    _let_in(HelperRole.JUDGE, file)


def _let_in(role: HelperRole, file: Path | None) -> None:
    made = set_up(file)
    words = made.words()

    def ask(wish: PhoneWish) -> JudgeStatus:
        return answer_of(made.games.folder, wish, words)

    PhoneTerminal(role, ask, words, click.confirm, time.sleep).let_in()


class PhoneTerminal:
    """The terminal that admits one helper's phone."""

    def __init__(
        self,
        role: HelperRole,
        ask: Callable[[PhoneWish], JudgeStatus],
        words: Words,
        confirm: Callable[[str], bool],
        wait: Callable[[float], None],
    ) -> None:
        """`ask` sends a request to the table, `confirm` asks the person at this terminal."""
        self._role, self._ask, self._words, self._confirm, self._wait = role, ask, words, confirm, wait

    def let_in(self) -> None:
        """Print a code, compare the words, and admit the phone. End the program with status 1 if that fails."""
        try:
            self._compare(self._knocking(self._code()))
        except (KeyboardInterrupt, click.Abort):
            self._exchange(HelperAct.AWAY)
            self._fail(text("phone.terminal.away"))

    def _code(self) -> PhoneWay:
        way = self._exchange(HelperAct.INVITE)
        for _ in range(int(MADE_S / LOOK_S)):
            if way is not None and way.state is PhoneState.INVITED:
                break
            self._wait(LOOK_S)
            way = self._exchange()
        if way is None or way.state is not PhoneState.INVITED:
            self._fail(text("phone.terminal.no_code"))
        return way

    def _knocking(self, way: PhoneWay) -> PhoneWay:
        print_code(way.address, self._words.language)
        print_line(self._words.say(text(f"phone.terminal.scan.{self._role}")))
        now: PhoneWay | None = way
        while now is not None and now.state is PhoneState.INVITED:
            self._wait(LOOK_S)
            now = self._exchange()
        if now is None or now.state is not PhoneState.KNOCKING:
            self._fail(text("phone.terminal.nobody"))
        return now

    def _compare(self, way: PhoneWay) -> None:
        first, second = (text(f"phone.word.{number % WORDS:02}") for number in way.words)
        if not self._confirm(self._words.say(text("phone.terminal.compare", first=first, second=second))):
            raise click.Abort
        held = self._exchange(HelperAct.ACCEPT, way.guest)
        if held is None or held.state is not PhoneState.HELD or held.guest != way.guest:
            self._fail(text("phone.terminal.nobody"))
        print_line(self._words.say(text(f"phone.terminal.in.{self._role}")))

    def _exchange(self, act: HelperAct | None = None, guest: int = 0) -> PhoneWay | None:
        status = self._ask(PhoneWish(self._role, act, guest))
        if not status.done:
            self._fail(text(f"judge.{status.why}"))
        return status.phone

    def _fail(self, why: Text) -> NoReturn:
        stop_with(self._words.say(why))
