"""A table without any hardware: it offers each seat a code by itself, and asks nobody about readers or tokens."""

from pathlib import Path

import pytest

import hal.events as hw
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.session.input import Touched
from table.session.phones.phone_ways import ACCEPT, AWAY, INVITE
from table.session.ports import (
    InvitePhone,
    NoMoreCodes,
    PhoneAbsent,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneLost,
    PhonePages,
    PhoneReturned,
    SendPhoneAway,
)
from table.view.published import PhoneState, ReaderState
from tests.session.kit import SessionTable

NEXT = hw.Button.NEXT
PAGES = PhonePages(("http://192.0.2.7:7500/phone", "http://192.0.2.8:7500/phone"))


def offered(seat: Seat, turn: int = 0, *, keeps: bool = False) -> InvitePhone:
    """The request for a code that nobody at the table has asked for."""
    return InvitePhone(seat, turn, keeps, offered=True)


class Evening(SessionTable):
    """A table that is played by phones alone, in the lobby."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, (), readers={}, phones=True, phones_alone=True)
        self.session.start()
        self.requests.clear()

    def shows_codes(self) -> "Evening":
        self.receives(PAGES, *(PhoneInvited(seat, f"{PAGES.pages[0]}#secret") for seat in SEATS))
        self.requests.clear()
        return self

    def joins(self, seat: Seat = BLUE, guest: int = 1) -> None:
        self.receives(PhoneKnocked(seat, guest, (3, 70)))
        self.answers(seat, ACCEPT, "yes")

    def state(self, seat: Seat = BLUE) -> PhoneState | None:
        phone = self.desk(seat).phone
        return None if phone is None else phone.state

    def words_over(self, seat: Seat = BLUE) -> str:
        """The key of the words over a seat's half."""
        phone = self.desk(seat).phone
        return "" if phone is None or phone.words is None else phone.words.key


@pytest.fixture
def table(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


@pytest.mark.rule("TB-120")
def test_both_seats_get_a_code_once_the_page_can_be_reached(table: Evening) -> None:
    assert (table.requests, table.words_over()) == ([], "")
    table.receives(PAGES)
    assert table.requests == [offered(BLUE), offered(RED)]
    table.receives(PhoneInvited(BLUE, f"{PAGES.pages[0]}#secret"))
    phone = table.desk(BLUE).phone
    assert phone is not None
    assert phone.words is not None
    assert (phone.words.key, dict(phone.words.args)["address"]) == ("phone.offered", PAGES.pages[0])


@pytest.mark.rule("TB-120")
def test_without_a_network_both_halves_say_so(table: Evening) -> None:
    table.receives(PhonePages(()))
    assert (table.words_over(BLUE), table.words_over(RED), table.requests) == (
        "phone.no_network",
        "phone.no_network",
        [],
    )
    table.receives(PAGES)
    assert table.requests == [offered(BLUE), offered(RED)]


@pytest.mark.rule("TB-120")
def test_codes_are_made_again_for_another_network(table: Evening) -> None:
    table.shows_codes().joins(RED)
    table.receives(PhonePages(("http://10.0.0.3:7500/phone",)))
    assert table.requests[-1] == offered(BLUE)
    assert (table.state(BLUE), table.state(RED)) == (PhoneState.ASKED, PhoneState.HELD)
    table.requests.clear()
    table.receives(PhonePages(("http://10.0.0.3:7500/phone",)))
    assert table.requests == []


@pytest.mark.rule("TB-120")
def test_a_code_that_nobody_used_is_replaced_and_its_half_reports_what_may_be_in_the_way(table: Evening) -> None:
    table.shows_codes()
    table.receives(PhoneLapsed(BLUE))
    assert table.requests == [offered(BLUE, turn=1)], "the next address, if there are several"
    table.receives(PhoneInvited(BLUE, f"{PAGES.pages[1]}#secret"))
    assert (table.words_over(BLUE), table.words_over(RED)) == ("phone.nobody_came", "phone.offered")


@pytest.mark.rule("TB-120")
def test_one_confirmation_seats_a_phone(table: Evening) -> None:
    table.shows_codes().joins()
    assert (table.state(BLUE), table.words_over(BLUE), table.state(RED)) == (PhoneState.HELD, "", PhoneState.INVITED)


@pytest.mark.rule("TB-120")
def test_who_rejects_a_phone_gets_a_new_code(table: Evening) -> None:
    table.shows_codes()
    table.receives(PhoneKnocked(BLUE, 1, (3, 70)))
    table.answers(BLUE, ACCEPT, "no")
    assert table.requests == [SendPhoneAway(BLUE), InvitePhone(BLUE)]


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("act", ["a key", "a touch", "the settings"])
@pytest.mark.parametrize("absent", [False, True])
def test_after_a_phone_that_did_not_get_in_an_act_at_the_seat_brings_a_new_code(
    table: Evening, act: str, absent: bool
) -> None:
    table.shows_codes()
    if absent:
        table.joins()
        table.receives(PhoneAbsent(BLUE, 1), PhoneInvited(BLUE, "http://table/phone#beside"))
    table.requests.clear()
    table.receives(PhoneLost(BLUE), PhonePages(("http://10.0.0.3:7500/phone",)))
    assert (table.state(), table.words_over()) == (PhoneState.USED_UP, "phone.used_up")
    assert [each for each in table.requests if isinstance(each, InvitePhone) and each.place is BLUE] == []
    match act:
        case "a key":
            table.presses(BLUE, NEXT)
        case "a touch":
            table.receives(Touched(BLUE, INVITE))
        case _:
            table.answers(BLUE, INVITE)
    assert (table.requests[-1], table.state()) == (InvitePhone(BLUE, keeps=absent), PhoneState.ASKED)
    table.receives(PhoneInvited(BLUE, "http://table/phone#next"))
    table.joins(guest=2)
    assert table.state() is PhoneState.HELD


@pytest.mark.rule("TB-120")
def test_the_other_seats_code_is_as_good_as_before(table: Evening) -> None:
    table.shows_codes()
    table.receives(PhoneLost(BLUE))
    assert (table.state(RED), table.words_over(RED)) == (PhoneState.INVITED, "phone.offered")


@pytest.mark.rule("TB-120")
def test_a_phone_beside_which_a_code_was_used_up_comes_back_without_an_act(table: Evening) -> None:
    table.shows_codes().joins()
    table.receives(PhoneAbsent(BLUE, 1), PhoneLost(BLUE), PhoneReturned(BLUE, 1))
    assert (table.state(), table.words_over()) == (PhoneState.HELD, "")


@pytest.mark.rule("TB-120")
def test_no_code_is_asked_for_again_once_there_are_no_more(table: Evening) -> None:
    table.receives(PAGES, NoMoreCodes(BLUE))
    assert (table.state(BLUE), table.requests.count(offered(BLUE))) == (None, 1)


@pytest.mark.rule("TB-120")
def test_a_code_that_was_put_away_stays_away_until_its_player_asks(table: Evening) -> None:
    table.shows_codes()
    table.receives(Touched(BLUE, AWAY), PhonePages(("http://10.0.0.3:7500/phone",)))
    assert table.state() is None
    table.answers(BLUE, INVITE)
    assert table.state() is PhoneState.ASKED


@pytest.mark.rule("TB-120")
def test_a_key_puts_a_code_away_but_never_a_phone(table: Evening) -> None:
    table.shows_codes().joins(RED)
    table.presses(RED, NEXT)
    table.presses(BLUE, NEXT)
    assert (table.state(RED), table.state(BLUE)) == (PhoneState.HELD, None)


@pytest.mark.rule("TB-120")
def test_an_absent_phone_gets_a_code_beside_it_and_comes_back_without_an_act(table: Evening) -> None:
    table.shows_codes().joins()
    table.receives(PhoneAbsent(BLUE, 1))
    assert table.requests[-1] == offered(BLUE, keeps=True)
    table.receives(PhoneInvited(BLUE, "http://table/phone#next"))
    assert (table.state(), table.words_over()) == (PhoneState.INVITED, "phone.absent")
    table.receives(PhoneReturned(BLUE, 1))
    assert (table.state(), table.words_over()) == (PhoneState.HELD, "")


@pytest.mark.rule("TB-120")
def test_another_phone_takes_the_seat_of_an_absent_one_by_a_scan_and_a_confirmation(table: Evening) -> None:
    table.shows_codes().joins()
    table.receives(PhoneAbsent(BLUE, 1), PhoneInvited(BLUE, "http://table/phone#next"))
    table.joins(BLUE, guest=2)
    table.receives(PhoneReturned(BLUE, 1))
    assert table.session._phones.holds(BLUE, 2)
    assert not table.session._phones.holds(BLUE, 1)


@pytest.mark.rule("TB-120")
def test_an_absent_phone_keeps_its_seat_when_the_code_beside_it_ends(table: Evening) -> None:
    table.shows_codes().joins()
    table.receives(PhoneAbsent(BLUE, 1), PhoneInvited(BLUE, "http://table/phone#next"), PhoneLapsed(BLUE))
    assert table.requests[-1] == offered(BLUE, turn=1, keeps=True)
    table.receives(PhoneReturned(BLUE, 1))
    assert table.state() is PhoneState.HELD


@pytest.mark.rule("TB-120")
def test_a_rejected_phone_leaves_the_absent_one_its_seat(table: Evening) -> None:
    table.shows_codes().joins()
    table.receives(PhoneAbsent(BLUE, 1), PhoneInvited(BLUE, "http://table/phone#next"), PhoneKnocked(BLUE, 2, (1, 2)))
    table.answers(BLUE, ACCEPT, "no")
    assert table.requests[-2:] == [SendPhoneAway(BLUE, keeps=True), InvitePhone(BLUE, keeps=True)]
    table.receives(PhoneReturned(BLUE, 1))
    assert table.state() is PhoneState.HELD


@pytest.mark.rule("TB-120")
def test_disconnecting_a_phone_offers_its_seat_a_code(table: Evening) -> None:
    table.shows_codes().joins()
    table.answers(BLUE, AWAY)
    assert table.requests[-2:] == [SendPhoneAway(BLUE), InvitePhone(BLUE)]


def test_nothing_reports_that_a_reader_is_missing(table: Evening) -> None:
    assert table.now.faults == ()
    assert [desk.reader for desk in table.now.desks] == [ReaderState.EMPTY, ReaderState.EMPTY]


def test_a_table_that_was_started_again_shows_both_codes_at_once(table: Evening) -> None:
    table.begun()
    table.crash().shows_codes()
    assert (table.now.resumed, table.state(BLUE), table.state(RED)) == (None, PhoneState.INVITED, PhoneState.INVITED)


def test_a_match_begins_once_both_armies_are_chosen(table: Evening) -> None:
    table.answers(BLUE, "system", "skirmish")
    table.answers(BLUE, "list", "north")
    assert table.now.view is None
    table.answers(RED, "list", "south")
    assert table.now.view is not None


def test_a_broken_army_is_chosen_again(table: Evening) -> None:
    table.answers(BLUE, "system", "skirmish")
    table.answers(BLUE, "list", "north")
    table.answers(RED, "list", "broken")
    assert (table.now.view, "list" in table.asked()) == (None, True)
    table.answers(RED, "list", "south")
    assert table.now.view is not None
