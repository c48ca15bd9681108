"""The judge's phone and the owner's at the host: the same codes and frames as a seat's, and nothing of a seat."""

import base64
import json
from pathlib import Path

import pytest

from table.devices.phones.line import MOST_UNANSWERED
from table.devices.phones.phone_host import FRAME_S
from table.devices.phones.wishes import AnsweredLine, SentFile, SetupAct, SetupAnswer
from table.rules.commands import Answer
from table.rules.match.judge import GO_ON
from table.rules.seats import BLUE, RED, Seat
from table.session.answers.recalled_codes import CODES
from table.session.ports import JudgePhoneActs, Message
from table.view.judged import offered_to_a_judge
from table.view.published import AWAY_HELPER, HelperRole, ReaderState
from table.view.seat_frames import DOWN_BYTES
from tests.devices.phones.kit import Connected, HostedTable

JUDGE, SETUP = HelperRole.JUDGE, HelperRole.SETUP


@pytest.fixture
def table(tmp_path: Path) -> HostedTable:
    return HostedTable(tmp_path)


def pieces(phone: Connected) -> list[dict[str, object]]:
    return [json.loads(each)["file"] for each in phone.phone.received if b'"file"' in each[:8]]


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("role", HelperRole)
def test_it_is_sent_nothing_until_it_is_let_in_and_comes_back_afterwards(table: HostedTable, role: HelperRole) -> None:
    phone = table.comes(table.helpers_secret(role))
    assert (phone.shown("state"), phone.shown("sight")) == ("knocking", None)
    phone.posts(call=True, wish={"act": "doctor"})
    assert (table.now.judged, table.wishes) == (False, [])
    again = table.with_helper(role)
    assert (again.shown("state"), again.shown("sight")["role"]) == ("in", role)
    assert again.phone.keys is not None
    again.ends()
    table.passes(3600)
    assert table.comes(again.phone.keys.next_secret).shown("sight")["role"] == role


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("role", HelperRole)
def test_sent_away_on_the_screen_it_is_notified_and_does_not_come_back(table: HostedTable, role: HelperRole) -> None:
    phone = table.with_helper(role)
    assert phone.phone.keys is not None
    table.answers(RED, f"phone.{role}.away")
    table.passes(2)
    assert (phone.shown("state"), phone.gone) == ("away", True)
    assert table.comes(phone.phone.keys.next_secret).gone


@pytest.mark.rule("TB-123")
def test_the_judges_phone_calls_corrects_and_lets_go_on(table: HostedTable) -> None:
    phone = table.with_helper(JUDGE)
    assert (phone.shown("sight")["callable"], phone.shown("sight")["asked"]) == (True, [])
    phone.posts(call=True)
    sight = phone.shown("sight")
    assert (table.now.judged, sight["judged"], sight["callable"]) == (True, True, False)
    assert {each["key"] for each in sight["asked"]} >= {GO_ON}
    assert sight["story"][-1].startswith("The judge was called")
    phone.answers(GO_ON)
    assert not table.now.judged


@pytest.mark.rule("TB-123")
def test_the_judges_phone_answers_nothing_that_it_is_not_offered(table: HostedTable) -> None:
    """Its page may be another one. While a match is frozen the table also asks about its codes, phones and tokens."""
    phone = table.with_helper(JUDGE)
    phone.posts(call=True)
    asked = [prompt.key for prompt in table.now.prompts if prompt not in offered_to_a_judge(table.now.prompts)]
    assert {CODES, AWAY_HELPER[JUDGE]} <= {*asked}
    shown = table.now
    for key in asked:
        phone.answers(key)
        assert (table.now.prompts, table.now.recalled) == (shown.prompts, shown.recalled)
        assert phone.shown("refused") is not None


class OverheardTable(HostedTable):
    """A table that notes what its session receives."""

    def receives(self, *messages: Message) -> None:
        self.heard = [*getattr(self, "heard", []), *messages]
        super().receives(*messages)


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize(("stated", "meant"), [("red", RED), ("blue", BLUE), (None, BLUE)])
def test_a_judge_answers_for_the_seat_that_is_asked(tmp_path: Path, stated: str | None, meant: Seat) -> None:
    table = OverheardTable(tmp_path)
    phone = table.with_helper(JUDGE)
    phone.posts(call=True)
    answer = {"view": phone.shown("sight")["view"], "key": "match.undo.agree", "value": "yes", "seat": stated}
    phone.posts(answer=answer)
    acts = [each for each in table.heard if isinstance(each, JudgePhoneActs)]
    assert acts[-1].answer == Answer(meant, "match.undo.agree", "yes")
    assert phone.shown("refused")[1] == "Too late: that question is closed."


@pytest.mark.rule("TB-123")
def test_neither_plays_a_seat(table: HostedTable) -> None:
    for role in HelperRole:
        phone = table.with_helper(role)
        phone.posts(card="skirmish.card.2")
        assert table.desk(BLUE).reader is ReaderState.EMPTY
        assert not any(b"skirmish.card" in each for each in phone.phone.received), "and no hand is told"


@pytest.mark.rule("TB-123")
def test_a_seats_phone_is_neither_judge_nor_owner(table: HostedTable) -> None:
    phone = table.with_phone()
    phone.posts(call=True, wish={"act": "backup"})
    assert (table.now.judged, table.wishes) == (False, [])


@pytest.mark.rule("TB-123")
def test_what_the_owners_phone_asks_for_is_answered_to_it_alone(table: HostedTable) -> None:
    owner, seat, judge = table.with_helper(SETUP), table.with_phone(), table.with_helper(JUDGE)
    owner.posts(lang="de", wish={"act": "doctor"})
    ((guest, language, wish),) = table.wishes
    assert (language, wish.act) == ("de", SetupAct.DOCTOR)
    table.host.give(guest, SetupAnswer(SetupAct.DOCTOR, (AnsweredLine("all is well"),)))
    table.host.give(guest + 100, SetupAnswer(SetupAct.LISTS))
    table.passes(2 * FRAME_S)
    number, answer = owner.shown("answer")
    assert (number, answer["act"], answer["lines"][0]["say"]) == (1, "doctor", "all is well")
    assert (seat.shown("answer"), judge.shown("answer")) == (None, None)


@pytest.mark.rule("TB-123")
@pytest.mark.parametrize("size", [0, 1, 2900, 2901, 100_000])
def test_a_file_comes_whole_in_frames_of_one_size(table: HostedTable, size: int) -> None:
    phone = table.with_helper(SETUP)
    content = bytes(number % 251 for number in range(size))
    phone.posts(wish={"act": "backup"})
    phone.frames.clear()
    table.host.give(table.wishes[-1][0], SentFile("all.tar.gz", content))
    table.passes(5)
    assert b"".join(base64.b64decode(str(each["held"])) for each in pieces(phone)) == content
    assert {each["size"] for each in pieces(phone)} == {size}
    assert {len(frame) for frame in phone.frames} == {DOWN_BYTES}


@pytest.mark.rule("TB-123")
def test_a_phone_that_does_not_answer_gets_no_more_of_a_file(table: HostedTable) -> None:
    phone = table.with_helper(SETUP)
    phone.posts(wish={"act": "backup"})
    table.host.give(table.wishes[-1][0], SentFile("all.tar.gz", bytes(1_000_000)))
    phone.gone = True  # it sleeps: its connection stands, and takes nothing
    table.now_s += FRAME_S
    sent = [frame for line, frame in table.host.step() if line is phone.line]
    assert 1 < len(sent) <= MOST_UNANSWERED


@pytest.mark.rule("TB-120")
def test_a_seats_frames_come_at_the_same_moments_while_a_file_is_sent(table: HostedTable) -> None:
    seat, owner = table.with_phone(), table.with_helper(SETUP)
    owner.posts(wish={"act": "backup"})
    seat.frames.clear()
    table.host.give(table.wishes[-1][0], SentFile("all.tar.gz", bytes(200_000)))
    table.passes(8 * FRAME_S)
    assert len(seat.frames) == 8
    assert pieces(owner)
