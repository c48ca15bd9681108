"""The terminal of a table whose screen is a browser: it prints the code, and takes one answer about the two words."""

import pytest

from table.program.phone_access.screen_terminal import PATIENT_LOOKS, ScreenTerminal
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import HelperAct, TerminalOnPhone
from table.view.published import PhoneState, ScreenRole
from table.words import Words

INVITED = PhoneWay(PhoneState.INVITED, address="http://192.0.2.7:7500/table#secret")
KNOCKING = PhoneWay(PhoneState.KNOCKING, guest=7, words=(3, 70))


class AtTerminal:
    def __init__(self) -> None:
        self.way: PhoneWay | None = None
        self.sent: list[TerminalOnPhone] = []
        self.in_network = True
        self.terminal = ScreenTerminal(lambda: self.way, self.sent.append, lambda: self.in_network, Words("en"))

    def sees(self, way: PhoneWay | None) -> None:
        self.way = way
        self.terminal.look()

    def types(self, line: str) -> None:
        self.terminal.type(f"{line}\n")
        self.terminal.look()


@pytest.fixture
def table() -> AtTerminal:
    return AtTerminal()


@pytest.mark.rule("TB-127")
def test_it_prints_a_code_and_its_address_once(table: AtTerminal, capsys: pytest.CaptureFixture[str]) -> None:
    table.sees(INVITED)
    printed = capsys.readouterr().out
    assert "http://192.0.2.7:7500/table?lang=en#secret" in printed
    assert "█" in printed
    table.sees(INVITED)
    assert not capsys.readouterr().out


@pytest.mark.rule("TB-127")
@pytest.mark.parametrize(("typed", "act"), [("y", HelperAct.ACCEPT), ("", HelperAct.AWAY), ("no", HelperAct.AWAY)])
def test_it_shows_both_words_and_lets_the_browser_in_or_rejects_it(
    table: AtTerminal, capsys: pytest.CaptureFixture[str], typed: str, act: HelperAct
) -> None:
    table.sees(KNOCKING)
    assert "arrow, bell" in capsys.readouterr().out
    table.types(typed)
    assert table.sent == [TerminalOnPhone(ScreenRole.SCREEN, act, 7)]


@pytest.mark.rule("TB-127")
def test_what_was_typed_before_the_words_stand_there_answers_nothing(table: AtTerminal) -> None:
    table.sees(INVITED)
    table.types("y")
    table.sees(KNOCKING)
    table.terminal.look()
    assert table.sent == []


@pytest.mark.rule("TB-127")
def test_enter_brings_a_new_code_after_one_that_was_used_in_vain(
    table: AtTerminal, capsys: pytest.CaptureFixture[str]
) -> None:
    table.sees(INVITED)
    table.types("")
    assert table.sent == [], "nobody has used it yet"
    table.sees(PhoneWay(PhoneState.USED_UP))
    assert "Press Enter for a new code" in capsys.readouterr().out
    table.types("")
    assert table.sent == [TerminalOnPhone(ScreenRole.SCREEN, HelperAct.INVITE)]


@pytest.mark.parametrize(("in_network", "words"), [(False, "is not in a network"), (True, "made no code")])
def test_without_a_code_it_gives_the_reason(
    table: AtTerminal, capsys: pytest.CaptureFixture[str], in_network: bool, words: str
) -> None:
    table.in_network = in_network
    for _ in range(2 * PATIENT_LOOKS):
        table.sees(None)
    assert capsys.readouterr().out.count(words) == 1
