"""At an evening with phones each seat gets a code by itself, but never after a handshake that failed."""

from pathlib import Path

import pytest

import hal.events as hw
from table.devices.phones.invitations import VALID_S
from table.devices.phones.phone_host import ABSENT_S, BEGUN_S, FRAME_S
from table.rules.seats import BLUE, RED
from table.session.phones.phone_ways import ACCEPT
from table.session.ports import PhonePages
from table.view.published import PhoneState
from table.view.seat_frames import UP_BYTES
from tests.devices.phones.kit import HostedTable

AT_HOME, ELSEWHERE = PhonePages(("http://192.0.2.7:7500/phone",)), PhonePages(("http://10.0.0.3:7500/phone",))


class Evening(HostedTable):
    """A table that offers codes by itself."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, phones_alone=True)
        self.receives(AT_HOME)
        self.passes(0.01)

    def state(self) -> PhoneState | None:
        phone = self.desk(BLUE).phone
        return None if phone is None else phone.state

    def fails(self, how: str) -> None:
        """A phone uses blue's code up, and does not get in."""
        match how:
            case "it leaves":
                self.greets(self.shown()).ends()
            case "it is silent":
                self.greets(self.shown())
                self.passes(BEGUN_S + 1)
            case "it is silent until the code is too old":
                self.passes(VALID_S - 1)
                self.greets(self.shown())
                self.passes(2)
            case "it shows another key":
                self.greets(self.shown()).sends(bytes(UP_BYTES))
            case "nobody accepts it":
                self.comes(self.shown())
                self.passes(VALID_S + 1)
            case "it leaves before it is accepted":
                self.comes(self.shown()).ends()
            case _:
                self.greets(self.shown())
                self.receives(ELSEWHERE)
        self.passes(1)


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


FAILURES = [
    "it leaves",
    "it is silent",
    "it is silent until the code is too old",
    "it shows another key",
    "nobody accepts it",
    "it leaves before it is accepted",
    "the network changes meanwhile",
]


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("how", FAILURES)
def test_after_a_handshake_that_failed_only_an_act_at_the_seat_brings_a_new_code(table: Evening, how: str) -> None:
    table.fails(how)
    for pages in (AT_HOME, ELSEWHERE, PhonePages(()), AT_HOME):
        table.receives(pages)
        table.passes(2 * VALID_S)
        assert table.state() is PhoneState.USED_UP
    table.presses(BLUE, hw.Button.CONFIRM)
    table.passes(0.01)
    assert table.comes(table.shown()).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("how", FAILURES)
def test_an_absent_phone_that_comes_and_goes_brings_no_new_code_either(table: Evening, how: str) -> None:
    phone = table.comes(table.shown())
    table.answers(BLUE, ACCEPT, "yes")
    table.passes(4 * FRAME_S)
    assert phone.phone.keys is not None
    phone.ends()
    table.passes(ABSENT_S + 1)
    table.fails(how)
    for _ in range(3):
        back = table.comes(phone.phone.keys.next_secret)
        assert (back.shown("state"), table.state()) == ("in", PhoneState.HELD)
        back.ends()
        table.passes(ABSENT_S + 1)
        assert table.state() is PhoneState.USED_UP
    table.presses(BLUE, hw.Button.CONFIRM)
    table.passes(0.01)
    assert table.comes(table.shown()).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
def test_a_phone_that_leaves_in_the_moment_it_is_accepted_does_not_keep_the_seat(table: Evening) -> None:
    phone = table.comes(table.shown())
    table.answers(BLUE, ACCEPT, "yes")
    phone.ends()
    table.passes(0.01)
    assert table.state() is PhoneState.USED_UP
    table.presses(BLUE, hw.Button.CONFIRM)
    table.passes(0.01)
    assert table.comes(table.shown()).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
def test_a_code_that_nobody_greeted_is_renewed_by_itself(table: Evening) -> None:
    seen = {table.shown()}
    for _ in range(20):
        table.passes(VALID_S + 1)
        seen.add(table.shown())
    assert len(seen) == 21
    assert table.comes(table.shown()).shown("state") == "knocking"


@pytest.mark.rule("TB-120")
def test_the_other_seat_and_an_accepted_phone_are_not_affected(table: Evening) -> None:
    table.fails("it leaves")
    table.passes(VALID_S + 1)
    assert table.comes(table.shown(RED)).shown("state") == "knocking"
    table.presses(BLUE, hw.Button.CONFIRM)
    table.passes(0.01)
    phone = table.comes(table.shown())
    table.answers(BLUE, ACCEPT, "yes")
    table.passes(1)
    phone.ends()
    table.passes(ABSENT_S + 1)
    assert table.state() is PhoneState.INVITED, "an accepted phone is no failed handshake"
