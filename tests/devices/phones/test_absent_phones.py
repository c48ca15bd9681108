"""An accepted phone without a connection: it may return until another one is accepted in its place."""

from collections.abc import Callable
from pathlib import Path

import pytest

from table.devices.phones.phone_host import ABSENT_S, FRAME_S
from table.rules.seats import BLUE, RED
from table.session.ports import (
    AcceptPhone,
    InvitePhone,
    PhoneAbsent,
    PhoneMessage,
    PhoneReturned,
)
from tests.devices.phones.kit import Connected, HostedTable


class WatchedTable(HostedTable):
    """A table that also keeps what its phones say."""

    def __init__(self, folder: Path) -> None:
        self.heard: list[object] = []
        super().__init__(folder)

    def receives(self, *messages: PhoneMessage) -> None:  # type: ignore[override]
        self.heard += messages
        super().receives(*messages)

    def absences(self) -> list[object]:
        return [each for each in self.heard if isinstance(each, PhoneAbsent | PhoneReturned)]

    def comes_back(self, connected: Connected) -> Connected:
        assert connected.phone.keys is not None
        return self.comes(connected.phone.keys.next_secret)

    def beside(self) -> bytes:
        """The secret in a code for another phone, while blue's own is absent."""
        self.host.request(InvitePhone(BLUE, keeps=True))
        self.host.step()
        return next(iter(self.host._guests._invited.values())).secret


@pytest.fixture
def table(tmp_path: Path) -> WatchedTable:
    return WatchedTable(tmp_path)


def asked_for_a_card(_: WatchedTable, __: Connected) -> None:
    """The match has begun."""


def card_lies(_: WatchedTable, phone: Connected) -> None:
    phone.posts(card="skirmish.card.3")


def locked(table: WatchedTable, phone: Connected) -> None:
    card_lies(table, phone)
    phone.answers(next(each["key"] for each in phone.shown("sight")["asked"] if each["kind"] == "card"))


def revealed(table: WatchedTable, phone: Connected) -> None:
    locked(table, phone)
    table.lays(RED, 1)
    table.holds(RED)
    table.passes(1)


STEPS = (asked_for_a_card, card_lies, locked, revealed)


def shown(phone: Connected) -> object:
    sight = phone.shown("sight")
    return (sight["now"], [each["key"] for each in sight["asked"]], phone.shown("cards"))


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("step", STEPS)
def test_after_ten_minutes_away_a_phone_shows_the_step_in_which_it_went(
    table: WatchedTable, step: Callable[[WatchedTable, Connected], None]
) -> None:
    phone = table.with_phone()
    step(table, phone)
    before = shown(phone)
    phone.ends()
    table.passes(600)
    assert shown(table.comes_back(phone)) == before


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("step", STEPS)
def test_at_another_address_one_scan_and_one_confirmation_show_the_same_step(
    table: WatchedTable, step: Callable[[WatchedTable, Connected], None]
) -> None:
    """The table's network has changed: the old page finds nobody, and the new one has another secret."""
    phone = table.with_phone()
    step(table, phone)
    before = shown(phone)
    phone.ends()
    table.passes(600)
    again = table.comes(table.beside())
    table.host.request(AcceptPhone(BLUE, 2))
    table.passes(1)
    assert shown(again) == before


@pytest.mark.rule("TB-120")
def test_a_phone_is_absent_after_some_seconds_without_a_connection(table: WatchedTable) -> None:
    phone = table.with_phone()
    phone.ends()
    table.passes(ABSENT_S - 0.1)
    assert table.absences() == []
    table.passes(0.2)
    assert table.absences() == [PhoneAbsent(BLUE, 1)]
    table.passes(10 * ABSENT_S)
    assert len(table.absences()) == 1, "it is reported once"


@pytest.mark.rule("TB-120")
def test_a_reloaded_page_is_never_absent(table: WatchedTable) -> None:
    phone = table.with_phone()
    phone.ends()
    table.passes(1)
    table.comes_back(phone)
    table.passes(2 * ABSENT_S)
    assert table.absences() == []


@pytest.mark.rule("TB-120")
def test_an_absent_phone_comes_back_and_ends_the_code_beside_it(table: WatchedTable) -> None:
    phone = table.with_phone()
    phone.ends()
    table.passes(ABSENT_S)
    secret = table.beside()
    back = table.comes_back(phone)
    assert table.absences() == [PhoneAbsent(BLUE, 1), PhoneReturned(BLUE, 1)]
    assert (back.shown("state"), back.gone) == ("in", False)
    assert table.comes(secret).gone


@pytest.mark.rule("TB-120")
def test_a_phone_that_is_accepted_in_its_place_replaces_an_absent_one(table: WatchedTable) -> None:
    phone = table.with_phone()
    phone.ends()
    table.passes(ABSENT_S)
    other = table.comes(table.beside())
    table.host.request(AcceptPhone(BLUE, 2))
    table.passes(2 * FRAME_S)
    assert other.shown("state") == "in"
    assert table.comes_back(phone).gone
    assert not other.gone


@pytest.mark.rule("TB-120")
def test_a_phone_that_knocks_in_vain_leaves_the_absent_one_its_place(table: WatchedTable) -> None:
    phone = table.with_phone()
    phone.ends()
    table.passes(ABSENT_S)
    other = table.comes(table.beside())
    other.ends()
    back = table.comes_back(phone)
    assert (back.shown("state"), back.gone) == ("in", False)
