"""Which answer is believed: the one that came twice; none, if somebody does not want to answer."""

from collections.abc import Sequence

from table.devices.hands_on.dialogue import PATIENCE_S, Dialogue, DoctorTime
from table.devices.hands_on.questions import ACTS, YES_OR_NO, Deed, HandsQuestion, HandsReply

HEARD = HandsQuestion(Deed.HEARD, replies=YES_OR_NO)


class ScriptedOperator:
    def __init__(self, *answers: HandsReply | None) -> None:
        self.answers = list(answers)
        self.heard: list[HandsQuestion] = []
        self.now_s = 0.0

    def show(self, question: HandsQuestion) -> None:
        self.heard.append(question)

    def reply(self) -> HandsReply | None:
        return self.answers.pop(0) if self.answers else None

    def asking(self, agreeing: int = 2) -> Dialogue:
        def passes(pause_s: float) -> None:
            self.now_s += pause_s

        return Dialogue(self, DoctorTime(lambda: self.now_s, passes), agreeing)


def seen(*answers: HandsReply | None) -> HandsReply | None:
    return ScriptedOperator(*answers).asking().seen(HEARD)


def test_two_answers_have_to_agree() -> None:
    assert seen(HandsReply.YES, HandsReply.YES) is HandsReply.YES
    assert seen(HandsReply.NO, HandsReply.YES, HandsReply.YES) is HandsReply.YES
    assert seen(HandsReply.YES, HandsReply.NO, HandsReply.NO) is HandsReply.NO


def test_one_skip_is_asked_again_and_two_are_heeded() -> None:
    assert seen(HandsReply.SKIP, HandsReply.YES, HandsReply.YES) is HandsReply.YES
    assert seen(HandsReply.SKIP, HandsReply.SKIP) is None


def test_again_puts_the_question_once_more_and_answers_nothing() -> None:
    human = ScriptedOperator(HandsReply.AGAIN, HandsReply.YES)
    assert human.asking().once(HEARD) is HandsReply.YES
    assert human.heard == [HEARD, HEARD]


def test_what_is_no_answer_to_this_question_is_not_heard() -> None:
    assert ScriptedOperator(HandsReply.RED, HandsReply.NO).asking().once(HEARD) is HandsReply.NO


def test_nobody_there_is_a_skip() -> None:
    human = ScriptedOperator()
    assert human.asking().once(HEARD) is HandsReply.SKIP
    assert human.now_s >= PATIENCE_S


def test_what_the_table_sees_ends_the_wait() -> None:
    moved: Sequence[int | None] = [None, None, 17]
    looks = iter(moved)
    assert ScriptedOperator().asking().watched(HandsQuestion(Deed.PRESS, replies=ACTS), lambda: next(looks)) == 17


def test_something_is_tried_twice_before_it_counts_as_no_help() -> None:
    tries: list[bool] = []

    def works() -> bool:
        tries.append(True)
        return len(tries) == 2

    question = HandsQuestion(Deed.RESET_OFF)
    assert ScriptedOperator(HandsReply.DONE, HandsReply.DONE).asking().tried(question, works) is True
    assert ScriptedOperator(HandsReply.DONE, HandsReply.DONE).asking().tried(question, lambda: False) is False
    assert ScriptedOperator(HandsReply.SKIP, HandsReply.SKIP).asking().tried(question, lambda: False) is None
