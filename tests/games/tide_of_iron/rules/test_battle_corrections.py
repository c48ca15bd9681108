"""Corrections in a battle: counts and their tokens, control, initiative, victory points (TB-76)."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from lab.trials.tide_of_iron import tide_trial
from table.rules.commands import Answer
from table.rules.corrections import Corrected, CorrectionDropped
from table.rules.prompts import ChooseOne, Number, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut
from tests.games.tide_of_iron.kit import Tabletop, rich, spending


def corrects(
    table: Tabletop, seat: Seat, what: str, to: Value, why: str = "slip"
) -> tuple[Iterable[HandOut], Iterable[HandBack]]:
    """One seat states it, the other agrees: the tokens that follow."""
    table.does(Answer(seat, "correct", what))
    table.does(Answer(seat, "correct.to", to))
    table.does(Answer(seat, "correct.why", why))
    before = table.state
    (corrected, *_) = table.does(Answer(seat.opponent, "correct.agree", "yes"))
    assert isinstance(corrected, Corrected)
    return table.game.hand_outs(corrected), table.game.hand_backs(before, corrected)


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize("to", [3, 1])
def test_a_wrong_count_of_command_is_set_right_and_paid_out(to: int) -> None:
    table = Tabletop()
    assert corrects(table, RED, "command", to) == ((HandOut(RED, "command", to),), ())
    assert table.german.side.available == to
    assert corrects(table, RED, "command", 0) == ((), (HandBack(RED, "command", to, later=True),))
    assert table.german.side.available == 0
    assert list(tide_trial.broken(table.state)) == []


@pytest.mark.rule("TB-76")
@pytest.mark.rule("TI-30")
def test_command_that_is_found_while_the_other_spends_can_be_spent() -> None:
    """The table took the holder of the initiative for one who could buy nothing, and passed the turn on."""
    table = spending(rich(american=0))
    assert table.american.asked("spent") is None
    corrects(table, BLUE, "command", 2)
    assert table.german.asked("spent") is None, "the holder of the initiative goes first"
    table.american.answers("initiative", 2)
    assert table.german.asked("spent")
    corrects(table, BLUE, "on_card", 1)
    assert table.american.asked("spent") is None, "nothing to spend came with that"


@pytest.mark.rule("TB-76")
def test_command_on_the_initiative_card_and_victory_points() -> None:
    table = Tabletop()
    assert corrects(table, BLUE, "on_card", 2) == ((HandOut(BLUE, "command", 2),), ())
    assert corrects(table, BLUE, "victory", 12) == ((), ()), "the players move the marker"
    assert (table.american.side.on_initiative, table.american.side.points) == (2, 12)
    assert list(tide_trial.broken(table.state)) == []


@pytest.mark.rule("TB-76")
def test_wrong_control_and_a_wrong_initiative_are_set_right() -> None:
    table = Tabletop()
    corrects(table, BLUE, "control.farm", "red")
    assert table.german.holds == ["Farm"]
    corrects(table, BLUE, "control.farm", "blue")
    assert (table.german.holds, table.american.holds) == ([], ["Farm"])
    corrects(table, RED, "control.farm", "nobody")
    assert table.american.holds == []
    assert table.state.initiative is BLUE
    corrects(table, RED, "initiative", "red")
    assert table.state.initiative is RED
    assert table.game.view(table.state).first is RED


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize("why", ["rule", "card", "slip"])
def test_why_it_was_wrong_is_reported_with_what_is_right(why: str) -> None:
    table = Tabletop()
    corrects(table, RED, "initiative", "red", why)
    line = table.game.line(table.last(Corrected))
    right = text(
        "correct.tell", what=text("tide.correct.initiative"), to=text("seat.red"), why=text(f"correct.why.{why}")
    )
    assert line == right


@pytest.mark.rule("TB-76")
def test_what_is_no_number_grows_by_nothing() -> None:
    table = Tabletop()
    assert corrects(table, BLUE, "control.farm", "red") == ((), ())
    corrected = table.last(Corrected)
    assert (corrected.more, corrected.added, corrected.taken) == (0, 0, 0)


@pytest.mark.rule("TB-76")
def test_every_count_and_every_objective_of_a_battle_can_be_wrong() -> None:
    objectives = [f"control.{name}" for name in ("hill", "farm", "well", "town", "gate")]
    assert Tabletop().american.offered("correct") == ["command", "on_card", "victory", "initiative", *objectives]


@pytest.mark.rule("TB-76")
def test_what_is_so_already_is_not_offered_and_who_reports_it_withdraws() -> None:
    table = Tabletop()
    table.does(Answer(BLUE, "correct", "initiative"))
    (asked, *_) = table.prompts()
    assert isinstance(asked, ChooseOne)
    assert [option.id for option in asked.options] == ["red"]
    (dropped, *_) = table.does(Answer(BLUE, "correct.drop"))
    assert dropped == CorrectionDropped(BLUE, agreed=True)
    assert table.game.line(dropped) is None
    table.does(Answer(BLUE, "correct", "command"))
    (dropped, *_) = table.does(Answer(BLUE, "correct.to", 0))
    assert dropped == CorrectionDropped(BLUE, agreed=True), "it is 0"
    assert table.state.correction is None


@pytest.mark.rule("TB-76")
def test_without_consent_nothing_is_corrected() -> None:
    table = Tabletop()
    before = table.state
    for answer in (Answer(RED, "correct", "command"), Answer(RED, "correct.to", 5), Answer(RED, "correct.why", "slip")):
        table.does(answer)
    (agree, drop) = table.prompts()
    assert (agree.key, agree.seat, agree.hold, drop.seat) == ("correct.agree", BLUE, True, RED)
    wanted = text(
        "correct.agree", seat=text("seat.red"), what=text("tide.correct.command"), to=5, why=text("correct.why.slip")
    )
    assert agree.ask == wanted
    refused = table.refuses(Answer(RED, "correct.agree", "yes"))
    assert refused.rule == "TB-76"
    (dropped, *_) = table.does(Answer(BLUE, "correct.agree", "no"))
    assert table.game.line(dropped) == text("correct.tell.not_agreed", seat=text("seat.blue"))
    assert table.state == before


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize("prompt", ["action", "card", "conflict", "correct", "no such"])
def test_nothing_else_is_asked_meanwhile(prompt: str) -> None:
    table = Tabletop()
    table.does(Answer(BLUE, "correct", "command"))
    assert [prompt.key for prompt in table.prompts()] == ["correct.to", "correct.drop"]
    why = "not_now" if prompt == "correct" else "correcting"
    assert table.refuses(Answer(BLUE, prompt)) == Refusal("TB-76", text(f"refused.{why}"))
    assert table.refuses(Answer(BLUE, "correct.to", 21)).rule == "TB-76", "nobody is twenty short"
    assert table.refuses(Answer(RED, "correct.to", 1)).rule == "TB-76"


@pytest.mark.rule("TB-76")
@pytest.mark.rule("TI-11")
def test_a_seat_that_was_passed_over_reports_its_units_once_there_is_something_to_capture() -> None:
    table = Tabletop()
    for name in ("hill", "farm", "well", "town", "gate"):
        corrects(table, BLUE, f"control.{name}", "blue")
    table.fight()
    assert table.american.asked("units") is None, "it has everything"
    corrects(table, RED, "control.farm", "red")
    table.american.captures("Farm")
    assert table.german.offered("units") == ["hill", "well", "town", "gate"], "no unit of both is in one hex (TB-82)"
    table.german.captures("Hill")
    table.american.answers("sheet.agree", "agreed")
    corrects(table, BLUE, "control.gate", "nobody")
    assert table.american.offered("units") == ["farm", "gate"], "and what it had said is said anew"
    assert table.german.asked("units") is None, "it could say that before"
    table.american.captures("Farm", "Gate")
    for player in (table.american, table.german):
        player.answers("sheet.agree", "agreed")
    assert (table.american.holds, table.german.holds) == (["Farm", "Well", "Town", "Gate"], ["Hill"])


@pytest.mark.rule("TB-76")
def test_before_the_scenario_is_set_up_there_is_nothing_to_correct() -> None:
    table = Tabletop()
    table.state = replace(table.state, set_up=False)
    assert table.german.asked("correct") is None
    assert table.german.tries("correct", "command").rule == "TB-76"


@pytest.mark.rule("TB-76")
def test_command_on_the_initiative_card_goes_back_to_the_pile() -> None:
    table = Tabletop()
    corrects(table, RED, "on_card", 3)
    assert corrects(table, RED, "on_card", 1) == ((), (HandBack(RED, "command", 2, later=True),))
    assert (table.german.side.on_initiative, table.american.side.on_initiative) == (1, 0)
    assert list(tide_trial.broken(table.state)) == []


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize(("what", "to"), [("victory", 3), ("control.farm", "red"), ("initiative", "red")])
def test_what_is_no_command_moves_no_tokens(what: str, to: Value) -> None:
    table = spending()
    assert corrects(table, BLUE, what, to) == ((), ())


@pytest.mark.rule("TB-76")
def test_less_command_while_spending_reopens_nothing() -> None:
    table = spending()
    table.american.answers("spent")
    corrects(table, BLUE, "command", 5)
    assert table.american.asked("spent") is None, "it has less than before"
    corrects(table, BLUE, "command", 6)
    assert table.american.asked("spent") is not None, "it has more to spend"


@pytest.mark.rule("TB-76")
def test_outside_the_spending_more_command_reopens_nothing() -> None:
    table = spending()
    table.save()
    table.state = replace(
        table.state, blue=replace(table.american.side, acts=replace(table.american.side.acts, finished=True))
    )
    corrects(table, BLUE, "command", 12)
    assert table.american.side.acts.finished


@pytest.mark.rule("TB-76")
def test_every_count_has_its_limits_and_every_objective_its_holder() -> None:
    table = Tabletop(rich())
    asked = table.american.asked("correct")
    assert isinstance(asked, ChooseOne)
    points = ["command", "on_card", "victory", "initiative"]
    assert [option.id for option in asked.options] == [
        *points, *(f"control.{name}" for name in ("hill", "farm", "well", "town", "gate")),
    ]  # fmt: skip
    table.american.answers("correct", "command")
    asked_to = table.american.asked("correct.to")
    assert isinstance(asked_to, Number)
    assert (asked_to.least, asked_to.most) == (0, 29)
    table = Tabletop(rich(american=90))
    table.american.answers("correct", "command")
    asked_to = table.american.asked("correct.to")
    assert isinstance(asked_to, Number)
    assert asked_to.most == 99
    table = Tabletop()
    table.round(german=("Farm",))
    table.american.answers("correct", "control.farm")
    choice = table.american.asked("correct.to")
    assert isinstance(choice, ChooseOne)
    assert [option.id for option in choice.options] == ["blue", "nobody"], "red has it now"
