"""A browser as the table's screen, as the session knows it: the owner's terminal alone lets it in."""

from pathlib import Path

import pytest

from table.session.phones.phone_ways import OF_PHONES
from table.session.ports import (
    AcceptPhone,
    HelperAct,
    InvitePhone,
    PhoneAbsent,
    PhoneInvited,
    PhoneKnocked,
    PhoneLost,
    PhonePages,
    PhoneReturned,
    SendPhoneAway,
    TerminalOnPhone,
)
from table.view.published import PhoneState, ScreenRole
from tests.session.kit import SessionTable

SCREEN = ScreenRole.SCREEN
PAGES = PhonePages(("http://192.0.2.7:7500/phone",))


class BrowserTable(SessionTable):
    """A table whose screen is a browser, in the lobby."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, (), readers={}, phones=True, phones_alone=True, browser_screen=True)
        self.session.start()
        self.receives(PAGES)
        self.requests.clear()

    def knocks(self, guest: int = 7) -> None:
        self.receives(PhoneInvited(SCREEN, "http://192.0.2.7:7500/table#secret"), PhoneKnocked(SCREEN, guest, (3, 70)))

    def terminal(self, act: HelperAct, guest: int = 7) -> None:
        self.receives(TerminalOnPhone(SCREEN, act, guest))

    def state(self) -> PhoneState | None:
        way = self.session.helper(SCREEN)
        return None if way is None else way.state


@pytest.fixture
def table(tmp_path: Path) -> BrowserTable:
    return BrowserTable(tmp_path)


@pytest.mark.rule("TB-127")
def test_its_code_is_made_by_itself_and_is_on_no_screen(table: BrowserTable) -> None:
    assert table.state() is PhoneState.ASKED
    table.receives(PhoneInvited(SCREEN, "http://192.0.2.7:7500/table#secret"))
    assert table.state() is PhoneState.INVITED
    assert all(desk.phone is None or "/table" not in desk.phone.address for desk in table.now.desks)


@pytest.mark.rule("TB-127")
def test_the_terminal_lets_it_in_and_no_seat_is_asked(table: BrowserTable) -> None:
    before = [prompt.key for prompt in table.now.prompts if prompt.key in OF_PHONES]
    table.knocks()
    assert [prompt.key for prompt in table.now.prompts if prompt.key in OF_PHONES] == before
    table.terminal(HelperAct.ACCEPT, guest=8)
    assert table.state() is PhoneState.KNOCKING, "that is another browser"
    table.terminal(HelperAct.ACCEPT)
    assert (table.state(), table.requests[-1]) == (PhoneState.HELD, AcceptPhone(SCREEN, 7))


@pytest.mark.rule("TB-127")
def test_one_that_is_rejected_goes_and_a_new_code_is_made(table: BrowserTable) -> None:
    table.knocks()
    table.terminal(HelperAct.AWAY)
    assert table.requests[-2:] == [SendPhoneAway(SCREEN, False), InvitePhone(SCREEN)]


@pytest.mark.rule("TB-127")
def test_after_one_that_did_not_get_in_the_terminal_alone_brings_a_new_code(table: BrowserTable) -> None:
    table.knocks()
    table.receives(PhoneLost(SCREEN), PhonePages(("http://10.0.0.3:7500/phone",)))
    assert (table.state(), InvitePhone(SCREEN, offered=True) in table.requests) == (PhoneState.USED_UP, False)
    table.terminal(HelperAct.INVITE)
    assert (table.state(), table.requests[-1]) == (PhoneState.ASKED, InvitePhone(SCREEN))


@pytest.mark.rule("TB-127")
def test_beside_an_absent_one_there_is_a_new_code_and_whichever_comes_first_is_the_screen(table: BrowserTable) -> None:
    table.knocks()
    table.terminal(HelperAct.ACCEPT)
    table.receives(PhoneAbsent(SCREEN, 7))
    assert table.requests[-1] == InvitePhone(SCREEN, keeps=True, offered=True)
    table.receives(PhoneReturned(SCREEN, 7))
    assert table.state() is PhoneState.HELD
