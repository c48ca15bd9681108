"""A match between a table of phones alone and one with readers."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from hal.sealed import Sealed
from lab.campaigns.two_tables.quiet_sessions import QuietSessions
from lab.campaigns.two_tables.two_sessions import FarSession
from lab.headless import HeadlessParts
from table.devices.phones.phone_views import PhoneViews
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED, Seat
from table.session.input import Touched
from table.session.phones.phone_ways import ACCEPT
from table.session.ports import CardChosen, CardLies, InputOnView, PhoneActs, PhoneInvited, PhoneKnocked, PhonePages
from tests.devices.phones.kit import SAYINGS

AMBUSH, PUSH = "legion.card.ambush", "legion.card.push"
PAGE = "http://192.0.2.7:7500/phone"


def joins(table: FarSession, guest: int) -> None:
    """Let a phone take blue's seat."""
    table.step(PhonePages((PAGE,)))
    table.step(PhoneInvited(BLUE, f"{PAGE}#secret"))
    table.step(PhoneKnocked(BLUE, guest, (3, 70)))
    table.step(Answer(BLUE, ACCEPT, "yes"))


def locks(tables: QuietSessions, guest: int, card: str) -> None:
    """Choose a card on blue's phone, and lock it there."""
    blue = tables.tables[BLUE]
    blue.step(CardChosen(BLUE, guest, Sealed(card)))
    act = Touched(BLUE, tables.sealed(BLUE)[0].key, hold=True)
    blue.step(PhoneActs(BLUE, guest, InputOnView(act, blue.published)))
    tables.settle()


@pytest.fixture
def tables(parts: Mapping[Seat, HeadlessParts], tmp_path: Path) -> QuietSessions:
    """Return two tables at which both seats are to lock a card. Blue's has a phone alone."""
    evening = HeadlessParts(tmp_path / "evening", phones_alone=True)
    tables = QuietSessions({BLUE: evening, RED: parts[RED]}, tmp_path)
    joins(tables.tables[BLUE], 1)
    return tables.play_until_locks()


@pytest.mark.rule("TB-131")
def test_a_phone_locks_a_card_against_another_table(tables: QuietSessions) -> None:
    locks(tables, 1, AMBUSH)
    lies = [each for each in tables.tables[BLUE].requested if isinstance(each, CardLies)]
    assert [each.card is None for each in lies] == [False], "and it stays there while the lock is on its way"
    tables.lays(RED, PUSH)
    assert tables.kinds(RED).count("SealOpened") == 2
    assert tables.tables[BLUE].journal() == tables.tables[RED].journal()


@pytest.mark.rule("TB-131")
def test_after_a_restart_the_phone_lays_the_same_card_again(tables: QuietSessions) -> None:
    locks(tables, 1, AMBUSH)
    tables.kill(BLUE)
    tables.settle(30_000)
    tables.lays(RED, PUSH)
    joins(tables.tables[BLUE], 2)
    locks(tables, 2, AMBUSH)
    assert tables.kinds(RED).count("SealOpened") == 2


@pytest.mark.rule("TB-131")
def test_no_phone_is_offered_the_seat_of_the_other_table(tables: QuietSessions) -> None:
    assert tables.tables[BLUE].published.desks[1].phone is None


@pytest.mark.rule("TB-131")
def test_the_owners_phone_gets_the_code_for_another_table_and_no_code_of_a_seat(
    parts: Mapping[Seat, HeadlessParts], tmp_path: Path
) -> None:
    evening = HeadlessParts(tmp_path / "evening", phones_alone=True)
    tables = QuietSessions({BLUE: evening, RED: parts[RED]}, tmp_path)
    blue, views = tables.tables[BLUE], PhoneViews(SAYINGS, lambda: None)
    blue.step(PhonePages((PAGE,)))
    blue.step(PhoneInvited(BLUE, f"{PAGE}#secret"))
    assert views.setup(blue.published, "en")["far"] == blue.code
    tables.settle()
    assert blue.published.desks[0].phone is not None
    assert views.setup(blue.published, "en")["far"] == ""


@pytest.mark.rule("TB-131")
def test_a_seats_phone_shows_what_it_waits_for_and_whose_line_is_down(tables: QuietSessions) -> None:
    blue, views = tables.tables[BLUE], PhoneViews(SAYINGS, lambda: None)

    def reported() -> str:
        return str(views.parts(BLUE, blue.published, "", "en").sight["now"]["status"])

    assert reported() == "", "while it is asked"
    locks(tables, 1, AMBUSH)
    assert reported() == "Waiting for Red"
    tables.kill(RED)
    tables._starts[RED] = tables.now_ms + 600_000
    tables.settle(90_000)
    assert "The other table has not answered for 1 min." in reported()
