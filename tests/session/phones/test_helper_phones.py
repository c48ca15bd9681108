"""The judge's phone and the owner's, as the session knows them: who lets them in, what they do, who ends them."""

from pathlib import Path

import pytest

import hal.events as hw
from hal.sealed import Sealed
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.match.judge import CARD, GO_ON
from table.rules.seats import BLUE, RED, SEATS
from table.session.input import Touched
from table.session.phones.phone_ways import ACCEPT_JUDGE, INVITE, INVITE_JUDGE, OF_PHONES
from table.session.ports import (
    AcceptPhone,
    HelperAct,
    InputOnView,
    InvitePhone,
    JudgePhoneActs,
    PhoneInvited,
    PhoneKnocked,
    PhoneLapsed,
    PhoneRefused,
    SendPhoneAway,
    TerminalOnPhone,
)
from table.view.published import AWAY_HELPER, HelperRole, PhoneState, Published
from tests.session.kit import SessionTable

JUDGE, SETUP = HelperRole.JUDGE, HelperRole.SETUP
ADDRESS = "http://table/phone#secret"
UNDO = "match.undo"


class HelpedTable(SessionTable):
    """A table at which a judge and its owner can have phones."""

    def terminal(self, act: HelperAct, role: HelperRole = JUDGE, guest: int = 0) -> None:
        self.receives(TerminalOnPhone(role, act, guest))

    def lets_in(self, role: HelperRole = JUDGE, guest: int = 7) -> "HelpedTable":
        """A helper's phone, by the owner's terminal."""
        self.terminal(HelperAct.INVITE, role)
        self.receives(PhoneInvited(role, ADDRESS), PhoneKnocked(role, guest, (3, 70)))
        self.terminal(HelperAct.ACCEPT, role, guest)
        self.requests.clear()
        return self

    def state(self, role: HelperRole = JUDGE) -> PhoneState | None:
        way = self.session.helper(role)
        return None if way is None else way.state

    def helpers(self) -> tuple[HelperRole, ...]:
        return self.now.helpers

    def prompts(self) -> set[str]:
        return {prompt.key for prompt in self.now.prompts}

    def judge_sends(self, answer: Answer | None, shown: Published | None = None, guest: int = 7) -> None:
        self.receives(JudgePhoneActs(guest, answer, self.now if shown is None else shown))

    def refused(self) -> list[str]:
        return [each.why.key for each in self.requests if isinstance(each, PhoneRefused)]

    def lays_judges_card(self) -> None:
        self.cards[b"judge"] = KnownCard(CARD, CARD)
        self.receives(hw.TagPlaced("left", Sealed(hw.Tag(b"judge"))))


@pytest.fixture
def table(tmp_path: Path) -> HelpedTable:
    made = HelpedTable(tmp_path, phones=True)
    made.begun()
    made.requests.clear()
    return made


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("role", HelperRole)
def test_the_owners_terminal_asks_for_a_code_and_reports_that_the_phone_is_the_one(
    table: HelpedTable, role: HelperRole
) -> None:
    table.terminal(HelperAct.INVITE, role)
    assert (table.state(role), table.requests) == (PhoneState.ASKED, [InvitePhone(role)])
    table.receives(PhoneInvited(role, ADDRESS))
    way = table.session.helper(role)
    assert way is not None
    assert (way.state, way.address) == (PhoneState.INVITED, ADDRESS)
    table.receives(PhoneKnocked(role, 7, (3, 70)))
    way = table.session.helper(role)
    assert way is not None
    assert (way.state, way.words, way.guest) == (PhoneState.KNOCKING, (3, 70), 7)
    table.terminal(HelperAct.ACCEPT, role, 7)
    assert (table.state(role), table.requests[-1]) == (PhoneState.HELD, AcceptPhone(role, 7))


@pytest.mark.rule("TB-123")
def test_the_code_of_a_terminal_is_not_on_the_screen_and_no_seat_is_asked_about_it(table: HelpedTable) -> None:
    table.terminal(HelperAct.INVITE)
    table.receives(PhoneInvited(JUDGE, ADDRESS))
    assert [table.desk(seat).phone for seat in SEATS] == [None, None]
    table.receives(PhoneKnocked(JUDGE, 7, (3, 70)))
    assert ACCEPT_JUDGE not in table.prompts()
    table.answers(BLUE, ACCEPT_JUDGE, "yes")
    assert table.state() is PhoneState.KNOCKING, "a seat cannot say so either"


@pytest.mark.rule("TB-123")
def test_a_terminal_lets_in_the_phone_whose_words_it_compared_and_no_other(table: HelpedTable) -> None:
    table.terminal(HelperAct.INVITE)
    table.receives(PhoneInvited(JUDGE, ADDRESS), PhoneKnocked(JUDGE, 8, (1, 2)))
    table.terminal(HelperAct.ACCEPT, guest=7)
    assert table.state() is PhoneState.KNOCKING
    table.receives(PhoneLapsed(JUDGE))
    table.terminal(HelperAct.ACCEPT, guest=8)
    assert table.state() is None


@pytest.mark.rule("TB-123")
def test_a_new_code_ends_the_phone_that_was_there(table: HelpedTable) -> None:
    table.lets_in()
    table.terminal(HelperAct.INVITE)
    assert table.requests == [SendPhoneAway(JUDGE), InvitePhone(JUDGE)]
    before = table.now
    table.judge_sends(None)
    assert table.now.judged is before.judged is False


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("role", HelperRole)
def test_both_seats_see_it_in_the_settings_and_send_it_away(table: HelpedTable, role: HelperRole) -> None:
    assert AWAY_HELPER[role] not in table.prompts()
    table.lets_in(role)
    listed = next(prompt for prompt in table.now.prompts if prompt.key == AWAY_HELPER[role])
    assert (listed.seat, listed.standing, listed.setting, listed.hold) == (None, True, True, True)
    table.answers(RED, AWAY_HELPER[role])
    assert (table.state(role), table.requests) == (None, [SendPhoneAway(role)])
    table.answers(RED, AWAY_HELPER[role])
    assert table.requests == [SendPhoneAway(role)]


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("role", HelperRole)
def test_its_sign_is_on_the_screen_while_it_is_let_in_and_a_held_finger_sends_it_away(
    table: HelpedTable, role: HelperRole
) -> None:
    table.terminal(HelperAct.INVITE, role)
    table.receives(PhoneInvited(role, ADDRESS), PhoneKnocked(role, 7, (3, 70)))
    assert table.helpers() == (), "one that is only knocking has nothing yet"
    table.terminal(HelperAct.ACCEPT, role, 7)
    assert table.helpers() == (role,)
    table.receives(InputOnView(Touched(None, AWAY_HELPER[role], None, hold=True), table.now))
    assert (table.helpers(), table.requests[-1]) == ((), SendPhoneAway(role))


@pytest.mark.rule("TB-123")
def test_while_the_judge_has_the_table_a_seat_asks_for_the_judges_code(table: HelpedTable) -> None:
    assert INVITE_JUDGE not in table.prompts()
    table.lays_judges_card()
    assert INVITE_JUDGE in table.prompts()
    assert INVITE not in table.prompts(), "and not for its own"
    table.answers(RED, INVITE_JUDGE)
    table.receives(PhoneInvited(JUDGE, ADDRESS))
    shown = table.desk(RED).phone
    assert shown is not None
    assert (shown.state, shown.address, table.desk(BLUE).phone) == (PhoneState.INVITED, ADDRESS, None)
    table.receives(PhoneKnocked(JUDGE, 7, (3, 70)))
    asked = next(prompt for prompt in table.now.prompts if prompt.key == ACCEPT_JUDGE)
    assert (asked.seat, asked.hold, asked.rule) == (RED, True, "TB-123")
    table.answers(BLUE, ACCEPT_JUDGE, "yes")
    assert table.state() is PhoneState.KNOCKING, "the other seat cannot say so"
    table.answers(RED, ACCEPT_JUDGE, "yes")
    assert table.state() is PhoneState.HELD


@pytest.mark.rule("TB-123")
def test_where_the_words_differ_the_seat_refuses(table: HelpedTable) -> None:
    table.lays_judges_card()
    table.answers(BLUE, INVITE_JUDGE)
    table.receives(PhoneInvited(JUDGE, ADDRESS), PhoneKnocked(JUDGE, 7, (3, 70)))
    table.answers(BLUE, ACCEPT_JUDGE, "no")
    assert (table.state(), table.requests[-1]) == (None, SendPhoneAway(JUDGE))


@pytest.mark.rule("TB-123")
def test_a_press_puts_the_judges_code_away_and_answers_nothing(table: HelpedTable) -> None:
    table.lays_judges_card()
    table.answers(BLUE, INVITE_JUDGE)
    table.receives(PhoneInvited(JUDGE, ADDRESS))
    focus = table.desk(BLUE).focus
    table.presses(RED, hw.Button.NEXT)
    assert table.state() is PhoneState.INVITED, "it stands on the other half"
    table.presses(BLUE, hw.Button.NEXT)
    assert (table.state(), table.desk(BLUE).focus) == (None, focus)


@pytest.mark.rule("TB-123")
def test_the_judges_phone_freezes_the_match_corrects_it_and_lets_it_go_on(table: HelpedTable) -> None:
    table.lets_in()
    judged = []
    for stated in (None, Answer(RED, GO_ON)):
        table.judge_sends(stated)
        judged.append(table.now.judged)
    assert (judged, table.refused()) == ([True, False], [])


@pytest.mark.rule("TB-123")
def test_it_answers_nothing_of_the_game_and_nothing_while_the_judge_is_not_there(table: HelpedTable) -> None:
    table.lets_in()
    table.judge_sends(Answer(BLUE, "match.end", "abandon"))
    assert table.refused() == ["phone.too_late"]
    table.judge_sends(None)
    table.requests.clear()
    for prompt in OF_PHONES:
        table.judge_sends(Answer(BLUE, prompt))
    assert table.refused() == ["phone.too_late"] * len(OF_PHONES), "nor about phones, its own among them"
    assert table.state() is PhoneState.HELD


@pytest.mark.rule("TB-123")
def test_what_it_reports_to_a_question_that_is_gone_changes_nothing(table: HelpedTable) -> None:
    table.lets_in()
    table.judge_sends(None)
    shown = table.now
    table.answers(BLUE, GO_ON)
    table.judge_sends(None)
    table.judge_sends(Answer(BLUE, GO_ON), shown)
    assert (table.now.judged, table.refused()) == (True, ["phone.too_late"])
    table.judge_sends(Answer(BLUE, GO_ON, "perhaps"))
    assert (table.now.judged, table.refused()[-1]) == (True, "phone.no_answer")


@pytest.mark.rule("TB-123")
def test_no_other_phone_is_the_judge(table: HelpedTable) -> None:
    table.judge_sends(None)
    table.lets_in()
    table.judge_sends(None, guest=8)
    table.lets_in(SETUP, guest=9)
    table.judge_sends(None, guest=9)
    assert not table.now.judged


@pytest.mark.rule("TB-123")
def test_after_a_kill_no_helper_has_a_phone(table: HelpedTable) -> None:
    table.lets_in().lets_in(SETUP)
    table.crash()
    assert (table.state(), table.state(SETUP)) == (None, None)


@pytest.mark.rule("TB-123")
def test_without_the_owners_leave_there_is_none(tmp_path: Path) -> None:
    table = HelpedTable(tmp_path)
    table.begun()
    table.terminal(HelperAct.INVITE)
    table.lays_judges_card()
    assert (table.state(), INVITE_JUDGE in table.prompts()) == (None, False)


@pytest.mark.rule("TB-120")
def test_in_the_lobby_a_seat_can_have_a_phone_and_keeps_it_into_the_match(tmp_path: Path) -> None:
    table = HelpedTable(tmp_path, phones=True)
    table.session.start()
    assert table.now.view is None
    table.answers(BLUE, INVITE)
    table.receives(PhoneInvited(BLUE, ADDRESS), PhoneKnocked(BLUE, 1, (3, 70)))
    table.answers(BLUE, "phone.accept", "yes")
    table.session.begin("skirmish", {BLUE: "north", RED: "south"})
    phone = table.desk(BLUE).phone
    assert phone is not None
    assert phone.state is PhoneState.HELD


@pytest.mark.rule("TB-123")
def test_no_seat_asks_for_a_judges_code_by_an_answer_to_a_question_that_is_not_open(table: HelpedTable) -> None:
    table.answers(BLUE, INVITE_JUDGE)
    assert (table.state(), table.requests) == (None, [])


@pytest.mark.rule("TB-120")
def test_while_a_judge_has_the_table_an_answer_about_a_seats_phone_changes_nothing(table: HelpedTable) -> None:
    table.lays_judges_card()
    table.answers(RED, INVITE)
    assert (table.desk(RED).phone, table.requests) == (None, [])
