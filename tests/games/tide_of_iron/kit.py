"""A table for tests, to be read like the rules: `table.german.captures("Hill")`, then what must follow."""

from typing import Any

from msgspec.structs import replace

from table.games.tide_of_iron.rules.game import TideOfIron
from table.games.tide_of_iron.rules.model.battle_state import TideBattle, TideSide
from table.games.tide_of_iron.rules.model.scenario import (
    CommandUse,
    Kind,
    Objective,
    Scenario,
    Scoring,
    SeatScenario,
    Sheet,
    StrategyCard,
)
from table.rules.commands import Answer
from table.rules.prompts import ChooseOne, ChooseSome
from table.rules.seats import BLUE, RED, SEATS, Seat
from tests.rules.played import Loaded, Played, Seated


def objective(name: str, value: int = 0, nation: str = "", kind: Kind = Kind.COMMAND, **facts: Any) -> Objective:
    return Objective(name.lower(), name, f"{name[0]}1", kind, value, nation, **facts)


def card(name: str, cost: int, **facts: Any) -> StrategyCard:
    """Face up from the start, and for the Command Phase, unless it is reported otherwise."""
    return StrategyCard(name.lower(), name, cost, **{"face_up": True, **facts})


BARRAGE = card("Barrage", 2)
TRENCHES = card("Trenches", 1, lasting=True)
AMBUSH = card("Ambush", 1, command_phase=False)
LATE = card("Late", 1, face_up=False)
RAID = card("Raid", 1)

AMERICAN = Sheet("american", "Americans", "american", cards=(BARRAGE, TRENCHES, AMBUSH, LATE))
GERMAN = Sheet("german", "Germans", "german", cards=(RAID,))
HILL = objective("Hill", 2, "american")
FARM = objective("Farm", 3, "german")
WELL = objective("Well", 2)
TOWN = objective("Town", 2, kind=Kind.VICTORY)
GATE = objective("Gate", kind=Kind.OTHER)
SCENARIO = Scenario(
    "test",
    "A test",
    3,
    "american",
    (AMERICAN, GERMAN),
    (HILL, FARM, WELL, TOWN, GATE),
    scoring=Scoring(objectives=True),
)
LORRY = CommandUse("lorry", "A lorry", 2, "american")


class Player(Seated):
    def __init__(self, table: "Tabletop", seat: Seat) -> None:
        super().__init__(table, seat)
        self.table = table

    @property
    def side(self) -> TideSide:
        return self.table.state.side(self.seat)

    @property
    def holds(self) -> list[str]:
        """The names of the objectives that it controls."""
        return [o.name for o in self.table.state.scenario.objectives if self.table.state.holder(o.id) is self.seat]

    def offered(self, key: str) -> list[str]:
        prompt = self.asked(key)
        assert isinstance(prompt, ChooseOne | ChooseSome), f"{self.seat} is not asked for {key}"
        return [option.id for option in prompt.options]

    def captures(self, *names: str) -> None:
        """What this player states of its units; nobody agrees yet."""
        self.answers("units", tuple(name.lower() for name in names))

    def uses_card_to(self, act: str, value: str | int) -> None:
        """What the card under resolution does, and how much or to what."""
        self.answers("effect", act)
        self.answers(act, value)

    def resolves(self) -> None:
        """The card under resolution does nothing more."""
        self.answers("effect", "done")


class Tabletop(Played[TideBattle]):
    """A battle, the events so far, and both players: the American at the blue seat, the German at the red one."""

    def __init__(self, scenario: Scenario = SCENARIO) -> None:
        self.game = TideOfIron()
        super().__init__(
            self.game, {BLUE: SeatScenario(scenario, "american"), RED: SeatScenario(scenario, "german")}, Loaded()
        )
        self.american = Player(self, BLUE)
        self.german = Player(self, RED)
        self.american.answers("ready")

    @property
    def step(self) -> str:
        return self.state.step

    def fight(self) -> None:
        """The Action Phase, until it is over."""
        self.american.answers("action")

    def control(self, american: tuple[str, ...] = (), german: tuple[str, ...] = ()) -> None:
        """Who captures what, agreed by both."""
        for player, names in ((self.american, american), (self.german, german)):
            if player.asked("units"):
                player.captures(*names)
        for player in (self.american, self.german):
            if player.asked("sheet.agree"):
                player.answers("sheet.agree", "agreed")

    def save(self) -> None:
        """Both save what they have."""
        while self.step == "spend":
            prompt = next(p for p in self.prompts() if p.key == "spent")
            assert prompt.seat is not None
            self.does(Answer(prompt.seat, "spent"))

    def round(self, american: tuple[str, ...] = (), german: tuple[str, ...] = ()) -> None:
        """A whole round in which nobody spends anything."""
        self.fight()
        self.control(american, german)
        self.save()

    def invest(self, american: int = 0, german: int = 0) -> None:
        """Onto the initiative cards, each in its turn; then both are done."""
        amounts = {BLUE: american, RED: german}
        for seat in self.state.in_order:
            if self.step == "spend" and amounts[seat]:
                self.does(Answer(seat, "initiative", amounts[seat]))
            if self.step == "spend" and any(p.key == "spent" and p.seat is seat for p in self.prompts()):
                self.does(Answer(seat, "spent"))


def rich(scenario: Scenario = SCENARIO, american: int = 9, german: int = 9) -> Scenario:
    """The same, with command to spend from the start."""
    first, second = scenario.sides
    return replace(scenario, sides=(replace(first, command=american), replace(second, command=german)))


def spending(scenario: Scenario | None = None) -> Tabletop:
    """It is time to spend: both have 9 command, the American has the initiative."""
    table = Tabletop(scenario or rich())
    table.fight()
    table.control()
    assert table.step == "spend"
    return table


def balance(battle: TideBattle) -> None:
    """Command is neither made nor lost: what came from the pile is available, on the initiative card, or back."""
    for seat in SEATS:
        side = battle.side(seat)
        assert min(side.available, side.on_initiative, side.paid) >= 0
        assert side.received == side.available + side.on_initiative + side.paid
        everywhere = [*side.drawn_later, *side.headquarters, *side.in_play, *side.removed, *side.elsewhere]
        assert sorted(everywhere) == sorted(card.id for card in side.sheet.cards)
