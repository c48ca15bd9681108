"""The seat that rolls for the initiative, and for a treated trooper."""

import msgspec
import pytest

from table.games.infinity.rules.game import EVENTS, Infinity
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.setup.first_turn import FirstTurnGiven, InitiativeDecided, InitiativeDieRolled
from table.rules.prompts import Number, Roll
from table.rules.seats import BLUE, RED
from table.rules.text import text
from tests.games.infinity.kit import Tabletop, force, opened, troop, trooper


class TestInitiative:
    @staticmethod
    def rolling(*faces: int, blue: int = 13, red: int = 14) -> Tabletop:
        """Both want the roll, say their WIP, and roll these faces, blue first."""
        table = Tabletop(chance=[face - 1 for face in faces]).to("initiative")
        table.red.answers("first", "roll")
        assert table.blue.asked("first") is None
        table.blue.answers("initiative.wip", blue)
        table.red.answers("initiative.wip", red)
        for _ in range(len(faces) // 2):
            table.blue.answers("initiative.roll")
            table.red.answers("initiative.roll")
        return table

    @pytest.mark.rule("IA-11")
    @pytest.mark.parametrize(
        ("blue", "red", "winner"),
        [(12, 3, BLUE), (12, 14, RED), (14, 3, RED), (13, 15, BLUE), (7, 7, None), (14, 15, None), (1, 20, BLUE)],
    )
    def test_the_higher_die_that_does_not_exceed_its_wip_wins(self, blue: int, red: int, winner: object) -> None:
        assert self.rolling(blue, red).last(InitiativeDecided).winner is winner

    @pytest.mark.rule("IA-11")
    def test_without_a_winner_it_is_rolled_again_by_the_same_wips(self) -> None:
        table = self.rolling(20, 20, 5, 4)
        assert [event.winner for event in table.events_of(InitiativeDecided)] == [None, BLUE]
        assert (table.chance.questions, table.state.questions) == ([0, 1, 2, 3], 4), "each die is a question of its own"
        assert table.blue.asked("initiative.wip") is None

    @pytest.mark.rule("IA-11")
    def test_the_winner_takes_a_turn(self) -> None:
        for choice, first in (("first", BLUE), ("second", RED)):
            table = self.rolling(10, 2)
            assert table.red.asked("initiative.choice") is None
            table.blue.answers("initiative.choice", choice)
            assert table.last(FirstTurnGiven).seat is first
            assert table.step == "deploy"

    @pytest.mark.rule("IA-11")
    def test_or_the_deployment_and_the_other_one_takes_a_turn(self) -> None:
        table = self.rolling(10, 2)
        table.blue.answers("initiative.choice", "deployment")
        assert table.red.offered("initiative.choice") == ["first", "second"]
        table.red.answers("initiative.choice", "first")
        assert table.last(FirstTurnGiven).seat is RED

    @pytest.mark.rule("IA-11")
    def test_the_dial_begins_at_the_usual_wip_and_the_die_is_the_tables(self) -> None:
        table = Tabletop().to("initiative")
        table.blue.answers("first", "roll")
        dial = table.red.asked("initiative.wip")
        assert isinstance(dial, Number)
        assert (dial.first, dial.least, dial.most) == (13, 1, 20)
        table = self.rolling()
        assert isinstance(table.blue.asked("initiative.roll"), Roll)

    @pytest.mark.rule("IA-11")
    def test_who_rolls_by_hand_types_the_face(self) -> None:
        table = Tabletop(game=Infinity(rolls_by_hand=True)).to("initiative")
        table.blue.answers("first", "roll")
        for player in (table.blue, table.red):
            player.answers("initiative.wip", 13)
        assert table.blue.tries("initiative.roll").rule == "TB-75"
        table.blue.answers("initiative.roll", 13)
        table.red.answers("initiative.roll", 12)
        assert table.last(InitiativeDecided).winner is BLUE
        assert [each.by_hand for each in table.events_of(InitiativeDieRolled)] == [True, True]
        assert [each.by_hand for each in self.rolling(5, 4).events_of(InitiativeDieRolled)] == [False, False]

    @pytest.mark.rule("IA-11")
    def test_the_die_stays_until_the_turns_are_chosen_and_goes_with_that_step(self) -> None:
        table = self.rolling(10, 2)
        die = table.game.view(table.state).rolled
        assert die is not None
        assert (die.face, die.past) == ("2", False)
        table.blue.answers("initiative.choice", "deployment")
        assert table.game.view(table.state).rolled == die, "red still decides by it"
        table.red.answers("initiative.choice", "first")
        assert table.step == "deploy"
        assert table.game.view(table.state).rolled == msgspec.structs.replace(die, past=True)

    @pytest.mark.rule("IA-11")
    def test_everybody_can_read_who_won_it_or_that_it_is_rolled_again(self) -> None:
        assert EVENTS.line(InitiativeDecided(RED)) == text("infinity.tell.initiative_won", seat=text("seat.red"))
        assert EVENTS.line(InitiativeDecided(None)) == text("infinity.tell.initiative_again")


@pytest.mark.rule("IN-36")
def test_the_wip_dial_remembers_what_was_reported_for_the_trooper_and_for_the_use() -> None:
    def first(who: str, trooper: str = "Ranger 6") -> int:
        table.blue.spends("doctor", trooper=trooper, cube="yes", who=who)
        dial = table.blue.asked("use.wip")
        assert isinstance(dial, Number)
        table.blue.answers("use.drop")
        return dial.first

    table = opened(chance=[0, 0])
    assert first("Ranger 1") == 13
    for name, wip in (("Ranger 1", 15), ("Ranger 2", 11)):
        table.blue.spends("doctor", trooper="Ranger 6", cube="yes", who=name, wip=wip, failed=20)
        table.blue.answers("reroll")
    assert (first("Ranger 1"), first("Ranger 2"), first("Ranger 3")) == (15, 11, 11)
    assert first("Ranger 1", "Ranger 2") == 15, "whomever it treats"


@pytest.mark.rule("IN-36")
@pytest.mark.rule("IN-37")
@pytest.mark.parametrize(("use", "condition"), [("doctor", "cube"), ("engineer", "remote")])
def test_who_rolls_is_asked_of_those_who_can_and_the_last_one_comes_first(use: str, condition: str) -> None:
    mule = trooper("Mule", 1, Order.NONE, peripheral_of="Ranger 1")
    medic = trooper("Medic", wip=15)
    table = opened(blue=force(*troop(3), mule, medic), chance=[0, 0])
    table.blue.loses("Ranger 2")
    for expected, who in ((["Ranger 1", "Medic"], "Medic"), (["Medic", "Ranger 1"], "Ranger 1")):
        table.blue.spends(use, trooper="Ranger 3", **{condition: "yes"})
        names = {member.id: member.name for member in table.blue.side.members}
        assert [names[id] for id in table.blue.offered("use.who")] == expected
        assert table.blue.tries("use.who", "nobody").rule in ("IN-36", "IN-37")
        table.blue.answers("use.who", table.blue.member(who).id)
        dial = table.blue.asked("use.wip")
        assert isinstance(dial, Number)
        assert dial.first == 15, "the Medic's, by the list; of the other one nothing is known but what was said last"
        table.blue.answers("use.wip", 15)
        table.blue.answers("use.failed", 16)
        table.blue.answers("reroll")
    for name in ("Ranger 1", "Ranger 3"):
        table.blue.loses(name)
    table.blue.answers("use", use)
    assert "Medic" not in table.blue.offered("use.trooper"), "nobody is left to treat it"
