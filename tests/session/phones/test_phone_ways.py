"""A phone at a seat, as the session knows it: from its player's word until a press of the panel."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.sealed import Sealed
from table.rules.match.events import ClockMode, ClockSet
from table.rules.prompts import ChooseOne, Value
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.session.input import Touched
from table.session.names_of_players import PLAYER
from table.session.phones.phone_ways import ACCEPT, AWAY, INVITE, YES
from table.session.ports import (
    AcceptPhone,
    CardChosen,
    CardLies,
    ForgetPhones,
    InputOnView,
    InvitePhone,
    JudgePhoneActs,
    PhoneActs,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneLost,
    PhoneRefused,
    SendPhoneAway,
)
from table.view.published import ClockFace, Notice, PhoneState, Published, ReaderState
from tests.session.kit import SessionTable

CONFIRM, NEXT = hw.Button.CONFIRM, hw.Button.NEXT
CARD = "skirmish.card.2"


class PhoneTable(SessionTable):
    """A table in a match, with what a phone at blue's seat does."""

    def invites(self, seat: Seat = BLUE) -> None:
        self.answers(seat, INVITE)
        self.receives(PhoneInvited(seat, "http://table/phone#secret"))

    def knocks(self, guest: int = 1, seat: Seat = BLUE) -> None:
        self.receives(PhoneKnocked(seat, guest, (3, 70)))

    def has_phone(self, seat: Seat = BLUE, guest: int = 1) -> "PhoneTable":
        self.invites(seat)
        self.knocks(guest, seat)
        self.answers(seat, ACCEPT, "yes")
        self.requests.clear()
        return self

    def phone_answers(
        self, prompt: str, value: Value = None, shown: Published | None = None, guest: int = 1, seat: Seat = BLUE
    ) -> None:
        made = InputOnView(Touched(seat, prompt, value, hold=True), self.now if shown is None else shown)
        self.receives(PhoneActs(seat, guest, made))

    def chooses(self, card: str | None, guest: int = 1, seat: Seat = BLUE) -> None:
        self.receives(CardChosen(seat, guest, None if card is None else Sealed(card)))

    def sealing(self) -> str:
        """The key of the question for blue's card."""
        return next(each.key for each in self.now.prompts if each.seat is BLUE and not each.standing)

    def both_play(self) -> None:
        """Blue from the phone, red at the table."""
        self.chooses(CARD)
        self.phone_answers(self.sealing())
        self.lays(RED, 3)
        self.holds(RED)

    def state(self, seat: Seat = BLUE) -> PhoneState | None:
        phone = self.desk(seat).phone
        return None if phone is None else phone.state

    def keys(self, seat: Seat) -> set[str]:
        return {prompt.key for prompt in self.now.prompts if prompt.seat in (seat, None)}

    def refused(self) -> list[str]:
        return [each.why.key for each in self.requests if isinstance(each, PhoneRefused)]

    def lies(self) -> list[str]:
        """The cards that the phone was reported to lie for it; empty for none."""
        lying = [each.card for each in self.requests if isinstance(each, CardLies)]
        return ["" if card is None else card.unseal() for card in lying]


@pytest.fixture
def table(tmp_path: Path) -> PhoneTable:
    made = PhoneTable(tmp_path, phones=True)
    made.begun()
    return made


@pytest.mark.rule("TB-120")
def test_without_the_owners_leave_nobody_is_asked_about_phones(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path)
    table.begun()
    assert not table.keys(BLUE) & {INVITE, AWAY, ACCEPT}
    table.answers(BLUE, INVITE)
    assert table.state() is None


@pytest.mark.rule("TB-120")
def test_a_seat_asks_for_a_code_by_holding(table: PhoneTable) -> None:
    invite = next(prompt for prompt in table.now.prompts if prompt.key == INVITE and prompt.seat is BLUE)
    assert (invite.standing, invite.hold, invite.setting) == (True, True, True)
    table.answers(BLUE, INVITE)
    assert table.requests == [ForgetPhones(), InvitePhone(BLUE)]
    assert table.state() is PhoneState.ASKED
    table.receives(PhoneInvited(BLUE, "http://table/phone#secret"))
    phone = table.desk(BLUE).phone
    assert phone is not None
    assert (phone.state, phone.address) == (PhoneState.INVITED, "http://table/phone#secret")
    assert table.state(RED) is None


@pytest.mark.rule("TB-120")
def test_a_press_puts_the_code_away_and_answers_nothing(table: PhoneTable) -> None:
    table.invites()
    before = table.desk(BLUE).focus
    table.presses(BLUE, NEXT)
    assert (table.state(), table.desk(BLUE).focus) == (None, before)
    assert table.requests[-1] == SendPhoneAway(BLUE)


@pytest.mark.rule("TB-120")
def test_a_code_that_nobody_read_in_its_time_is_gone(table: PhoneTable) -> None:
    table.invites()
    table.receives(PhoneLapsed(BLUE))
    assert table.state() is None


@pytest.mark.rule("TB-120")
@pytest.mark.parametrize("knocked", [True, False])
def test_a_seat_that_lost_its_phone_is_advised_to_request_a_new_code(table: PhoneTable, knocked: bool) -> None:
    table.invites()
    if knocked:
        table.knocks()
    table.receives(PhoneLost(BLUE))
    assert (table.state(), table.now.notice) == (None, Notice(BLUE, text("phone.lost"), "TB-120"))
    table.invites()
    assert table.now.notice is None


@pytest.mark.rule("TB-120")
def test_a_phone_that_has_the_seat_is_not_lost_by_an_older_one(table: PhoneTable) -> None:
    table.has_phone()
    table.receives(PhoneLost(BLUE))
    assert (table.state(), table.now.notice) == (PhoneState.HELD, None)


@pytest.mark.rule("TB-120")
def test_the_seat_compares_two_words_before_a_phone_counts(table: PhoneTable) -> None:
    table.invites()
    table.knocks()
    question = next(prompt for prompt in table.now.prompts if prompt.key == ACCEPT)
    assert (question.seat, question.hold) == (BLUE, True)
    assert dict(question.ask.args) == {"first": text("phone.word.03"), "second": text("phone.word.06")}
    focus = table.desk(BLUE).focus
    assert focus is not None
    assert isinstance(question, ChooseOne)
    assert (focus.prompt, question.options[focus.cursor].id) == (ACCEPT, YES), "the answer that the phone's page names"
    table.phone_answers(ACCEPT, "yes")
    table.chooses(CARD)
    assert (table.state(), table.desk(BLUE).reader) == (PhoneState.KNOCKING, ReaderState.EMPTY)
    table.presses(BLUE, CONFIRM)
    assert table.state() is PhoneState.KNOCKING, "it takes holding"
    table.holds(BLUE)
    assert table.state() is PhoneState.HELD
    assert table.requests[-1] == AcceptPhone(BLUE, 1)


@pytest.mark.rule("TB-120")
def test_where_the_opponent_was_first_the_seat_refuses(table: PhoneTable) -> None:
    table.invites()
    table.knocks(guest=7)
    table.presses(BLUE, NEXT)
    table.holds(BLUE)
    assert (table.state(), table.requests[-1]) == (None, SendPhoneAway(BLUE))
    table.phone_answers("match.number", 3, guest=7)
    table.chooses(CARD, guest=7)
    assert table.desk(BLUE).reader is ReaderState.EMPTY


@pytest.mark.rule("TB-120")
def test_a_second_phone_that_read_the_same_code_is_not_heard(table: PhoneTable) -> None:
    table.has_phone(guest=1)
    table.knocks(guest=2)
    table.chooses(CARD, guest=2)
    assert (table.state(), table.desk(BLUE).reader) == (PhoneState.HELD, ReaderState.EMPTY)


@pytest.mark.rule("TB-120")
def test_a_phone_that_knocks_after_the_code_was_put_away_is_sent_away(table: PhoneTable) -> None:
    table.invites()
    table.presses(BLUE, NEXT)
    table.requests.clear()
    table.knocks()
    assert (table.state(), table.requests) == (None, [SendPhoneAway(BLUE)])


@pytest.mark.rule("TB-120")
def test_any_press_of_the_panel_takes_the_seat_back(table: PhoneTable) -> None:
    table.has_phone()
    table.presses(RED, NEXT)
    assert table.state() is PhoneState.HELD
    table.presses(BLUE, NEXT)
    assert (table.state(), table.requests) == (None, [SendPhoneAway(BLUE)])


@pytest.mark.rule("TB-120")
def test_it_is_listed_and_sent_away_on_the_screen(table: PhoneTable) -> None:
    table.has_phone()
    assert AWAY in table.keys(BLUE)
    assert INVITE not in {prompt.key for prompt in table.now.prompts if prompt.seat is BLUE}
    table.receives(Touched(BLUE, AWAY, None, hold=True))
    assert (table.state(), table.requests) == (None, [SendPhoneAway(BLUE)])


@pytest.mark.rule("TB-120")
def test_after_a_kill_no_seat_has_a_phone(table: PhoneTable) -> None:
    table.has_phone()
    table.crash()
    assert (table.state(), table.requests[-1]) == (None, ForgetPhones())
    table.chooses(CARD)
    assert table.desk(BLUE).reader is ReaderState.EMPTY


@pytest.mark.rule("TB-120")
def test_a_match_waits_for_no_phone(table: PhoneTable) -> None:
    """It reports nothing more: both seats play on at their panels."""
    table.has_phone()
    table.plays(1, 2)
    assert table.now.view is not None
    assert table.now.view.reveals == 1


@pytest.mark.rule("TB-121")
def test_a_card_that_is_chosen_lies_as_one_that_was_laid(table: PhoneTable, tmp_path: Path) -> None:
    laid = PhoneTable(tmp_path / "laid", phones=True)
    laid.begun()
    laid.has_phone()
    laid.lays(BLUE, 2)
    table.has_phone()
    table.chooses(CARD)
    assert table.desk(BLUE) == laid.desk(BLUE)
    assert table.lies() == [CARD]


@pytest.mark.rule("TB-121")
def test_it_is_locked_revealed_and_then_lies_no_more(table: PhoneTable) -> None:
    table.has_phone()
    table.chooses(CARD)
    table.phone_answers(table.sealing())
    assert table.desk(BLUE).locked
    assert CARD.encode() not in table.journal_text()
    table.lays(RED, 3)
    table.holds(RED)
    view = table.now.view
    assert view is not None
    assert view.reveals == 1
    assert view.seats[0].card is not None
    assert table.desk(BLUE).reader is ReaderState.EMPTY
    assert table.lies() == [CARD, ""]


@pytest.mark.rule("TB-121")
def test_what_the_reader_finds_is_not_about_a_card_that_is_chosen(table: PhoneTable) -> None:
    table.has_phone()
    table.chooses(CARD)
    fault = hw.Fault("reader.missing", "left")
    for event in (hw.TagLifted("left"), hw.TagUnclear("left", hw.Unclear.SEVERAL), hw.ReaderGone("left", fault)):
        table.receives(event)
        assert table.desk(BLUE).reader is ReaderState.CARD
    table.receives(hw.ReaderBack("left"), hw.TagLifted("left"))
    assert table.desk(BLUE).reader is ReaderState.CARD


@pytest.mark.rule("TB-121")
def test_a_card_can_be_chosen_where_no_reader_answers(table: PhoneTable) -> None:
    table.has_phone()
    table.receives(hw.ReaderGone("left", hw.Fault("reader.missing", "left")))
    table.chooses(CARD)
    assert table.desk(BLUE).reader is ReaderState.CARD


@pytest.mark.rule("TB-121")
def test_a_card_on_the_reader_takes_its_place_and_breaks_its_seal(table: PhoneTable) -> None:
    table.has_phone()
    table.chooses(CARD)
    table.phone_answers(table.sealing())
    table.lays(BLUE, 1)
    assert (table.desk(BLUE).locked, table.desk(BLUE).reader) == (False, ReaderState.CARD)
    assert table.now.notice is not None
    assert table.now.notice.rule == "TB-02"


@pytest.mark.rule("TB-121")
@pytest.mark.parametrize(
    ("before", "card", "why"),
    [
        ("lays", CARD, "reader"),
        ("locks", "skirmish.card.1", "locked"),
        ("locks", None, "locked"),
        ("nothing", "skirmish.card.99", "hand"),
        ("nothing", "", "hand"),
    ],
)
def test_what_cannot_be_chosen_is_reported_to_the_phone_alone(
    table: PhoneTable, before: str, card: str | None, why: str
) -> None:
    table.has_phone()
    if before == "lays":
        table.lays(BLUE, 1)
    elif before == "locks":
        table.chooses(CARD)
        table.phone_answers(table.sealing())
    shown = table.now
    table.chooses(card)
    assert table.refused() == [f"phone.cannot_choose.{why}"]
    assert table.now == shown


@pytest.mark.rule("TB-121")
def test_where_no_card_is_asked_for_none_is_chosen(table: PhoneTable) -> None:
    table.has_phone()
    table.both_play()
    table.chooses(CARD)
    assert table.refused() == ["phone.cannot_choose.not_asked"]


@pytest.mark.rule("TB-121")
def test_a_card_that_is_taken_back_lies_no_more(table: PhoneTable) -> None:
    table.has_phone()
    table.chooses(CARD)
    table.chooses(None)
    assert (table.desk(BLUE).reader, table.lies()) == (ReaderState.EMPTY, [CARD, ""])


@pytest.mark.rule("TB-121")
def test_a_phone_that_is_sent_away_takes_its_card_along_unless_it_is_locked(table: PhoneTable) -> None:
    table.has_phone()
    table.chooses(CARD)
    table.presses(BLUE, NEXT)
    assert table.desk(BLUE).reader is ReaderState.EMPTY
    table.has_phone(guest=2)
    table.chooses(CARD, guest=2)
    table.phone_answers(table.sealing(), guest=2)
    table.presses(BLUE, NEXT)
    assert (table.state(), table.desk(BLUE).locked) == (None, True)
    table.lays(RED, 3)
    table.holds(RED)
    assert table.now.view is not None
    assert table.now.view.reveals == 1


@pytest.mark.rule("TB-121")
def test_a_locked_card_is_void_after_a_kill_as_any(table: PhoneTable) -> None:
    table.has_phone()
    table.chooses(CARD)
    table.phone_answers(table.sealing())
    table.crash()
    assert (table.desk(BLUE).locked, table.desk(BLUE).reader) == (False, ReaderState.EMPTY)


@pytest.mark.rule("TB-122")
def test_an_answer_to_a_question_that_is_gone_is_refused_and_reported(table: PhoneTable) -> None:
    table.has_phone()
    seen = table.now
    sealing = table.sealing()
    table.both_play()
    shown = table.now
    table.phone_answers(sealing, None, seen)
    assert table.refused() == ["phone.too_late"]
    assert table.now == shown


@pytest.mark.rule("TB-122")
@pytest.mark.parametrize("value", ["no such option", 10**9, ("a", "b")])
def test_what_no_question_offers_is_refused_and_reported(table: PhoneTable, value: Value) -> None:
    table.has_phone()
    shown = table.now
    for prompt in shown.prompts:
        own = prompt.key in (table.sealing(), PLAYER) or prompt.key.startswith("phone.")
        if prompt.seat in (BLUE, None) and not own:
            table.requests.clear()
            table.phone_answers(prompt.key, value)
            assert table.refused() == ["phone.no_answer"]
    assert table.now == shown


@pytest.mark.rule("TB-122")
def test_an_answer_counts_as_a_touch(table: PhoneTable) -> None:
    table.has_phone()
    table.both_play()
    seat = next(each.seat for each in table.now.prompts if each.chore and each.seat is not None)
    table.has_phone(seat, guest=5)
    asked = next(each for each in table.now.prompts if each.seat is seat and each.chore)
    table.phone_answers(asked.key, asked.sample(lambda _: 0), guest=5, seat=seat)
    assert table.refused() == []
    assert asked not in table.now.prompts


@pytest.mark.rule("TB-121")
def test_a_card_that_is_taken_off_on_the_phone_leaves_no_reader_where_none_is(table: PhoneTable) -> None:
    table.has_phone()
    table.receives(hw.ReaderGone("left", hw.Fault("reader.missing", "left")))
    table.chooses(CARD)
    assert table.desk(BLUE).reader is ReaderState.CARD
    table.chooses(None)
    assert table.desk(BLUE).reader is ReaderState.GONE
    table.receives(hw.ReaderBack("left"))
    assert table.desk(BLUE).reader is ReaderState.EMPTY


@pytest.mark.rule("TB-98")
def test_a_warning_of_the_clock_is_wiped_by_what_counts_alone(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path, phones=True, clock_set=ClockSet(ClockMode.EACH, 3_600_000))
    table.begun()
    table.has_phone()
    warnings = table.session._notices._warnings
    warnings.due(table.now.match, ClockFace(1, 900, (BLUE,)))
    warnings.due(table.now.match, ClockFace(0, 900, (BLUE,)))
    key = table.sealing()
    table.phone_answers(key, guest=9)
    table.receives(JudgePhoneActs(9, None, table.now))
    assert warnings.standing is not None, "neither is a phone of this table"
    table.chooses(CARD)
    table.phone_answers(key)
    assert warnings.standing is None
