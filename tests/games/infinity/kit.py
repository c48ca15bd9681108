"""A match of Infinity for tests, to be read like the rules: `table.blue.spends("guts", trooper="Ranger 1")`."""

from collections.abc import Sequence
from typing import Any

from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import Force, Order, Trooper
from table.games.infinity.rules.model.mission_state import InfinitySide, Member, Mission
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.tokens import HandBack, HandOut
from tests.rules.played import Loaded, Played, Seated

WINDOWS = ("procedural", "logistical", "strategic", "executive", "use")


def trooper(name: str, group: int = 1, order: Order | None = Order.REGULAR, **more: Any) -> Trooper:
    return Trooper("", name, group, order, **more)


def troop(count: int, group: int = 1, name: str = "Ranger", **more: Any) -> tuple[Trooper, ...]:
    return tuple(trooper(f"{name} {n}", group, **more) for n in range(1, count + 1))


def force(
    *troopers: Trooper, bonus: bool | None = False, lieutenant_orders: int | None = 1, points: int = 0, **more: Any
) -> Force:
    """Troopers with ids in their order; `peripheral_of` and `proxy_of` name their owners here."""
    ids = {each.name: str(place) for place, each in enumerate(troopers, 1)}
    numbered = tuple(
        Trooper(
            ids[each.name], each.name, each.group, each.order, each.tactical,
            ids.get(each.peripheral_of, each.peripheral_of), ids.get(each.proxy_of, each.proxy_of),
            each.hidden, each.reinforcement, each.impetuous, each.points, each.wip, each.warhorse,
            each.nco, each.inspiring,
        )
        for each in troopers
    )  # fmt: skip
    return Force("A force", numbered, "", points, bonus, lieutenant_orders, **more)


RANGERS = force(*troop(6), *troop(4, 2, "Gunner"), trooper("Berserker", 2, Order.IRREGULAR, impetuous=True))
"""Eleven orders: ten Regular, one Irregular."""
DOCKERS = force(*troop(5, name="Docker"), trooper("Corsair", 1, Order.IRREGULAR))


class Player(Seated):
    def __init__(self, table: "Tabletop", seat: Seat) -> None:
        super().__init__(table, seat)
        self.table = table

    @property
    def side(self) -> InfinitySide:
        return self.table.state.side(self.seat)

    @property
    def tokens(self) -> int | None:
        return self.side.tokens

    @property
    def pools(self) -> dict[int, int]:
        return dict(self.side.pools)

    def member(self, name: str) -> Member:
        return next(member for member in self.side.members if member.name == name)

    def offered(self, key: str) -> list[str]:
        """What a choice offers: names of troopers, else the options' ids."""
        prompt = self.asked(key)
        assert isinstance(prompt, ChooseOne | ChooseSome), f"{self.seat} is not asked for {key}"
        names = {member.id: member.name for member in self.side.members}
        return [names.get(option.id, option.id) if "trooper" in key else option.id for option in prompt.options]

    def ids(self, *names: str) -> tuple[str, ...]:
        return tuple(self.member(name).id for name in names)

    def begins(self, window: str, use: str, **stated: str | int | tuple[str, ...]) -> tuple[Event, ...]:
        """A use is chosen, and its parts are reported; troopers by name."""
        events = self.answers(window, use)
        for part, value in stated.items():
            events += self.answers(f"use.{part}", self._id(value))
        return events

    def spends(self, use: str, **stated: str | int | tuple[str, ...]) -> tuple[Event, ...]:
        """An operational use."""
        return self.begins("use", use, **stated)

    def _id(self, value: str | int | tuple[str, ...]) -> Value:
        ids = {member.name: member.id for member in self.side.members}
        if isinstance(value, tuple):
            return tuple(ids[name] for name in value)
        return ids.get(value, value) if isinstance(value, str) else value

    def appears(self, slot: str, where: str) -> None:
        """A hidden trooper that is not in the list."""
        self.answers("arrive", slot)
        self.answers("arrive.where", where)

    def loses(self, name: str, fate: str = "unconscious") -> None:
        self.answers("lost", self.member(name).id)
        if fate != "unconscious":
            self.answers("lost", self.member(name).id)
            self.answers("fate", fate)

    def is_asked_about(self, name: str) -> None:
        """A trooper is unconscious, and its player is asked what became of it since."""
        self.loses(name)
        self.answers("lost", self.member(name).id)


class Tabletop(Played[Mission]):
    """A match, the events so far, and both players."""

    def __init__(
        self,
        blue: Force = RANGERS,
        red: Force = DOCKERS,
        chance: Sequence[int] = (),
        rounds: int = 3,
        game: Infinity | None = None,
    ) -> None:
        self.game = game or Infinity(rounds=rounds)
        self.outs: list[HandOut] = []
        self.backs: list[HandBack] = []
        super().__init__(self.game, {BLUE: blue, RED: red}, Loaded(chance))
        self.blue = Player(self, BLUE)
        self.red = Player(self, RED)

    def happens(self, event: Event) -> None:
        self.outs += self.game.hand_outs(event)
        if self._state is not None:
            self.backs += self.game.hand_backs(self._state, event)
        super().happens(event)

    @property
    def step(self) -> str:
        return self.state.step

    def to(self, step: str) -> "Tabletop":
        """On to a step: nobody uses a token, nothing is marked, and all orders stay unspent."""
        while self.step != step:
            self._on()
        return self

    def turn_of(self, player: Player, step: str = "orders") -> "Tabletop":
        """On to that step of the player's next turn."""
        while self.state.active is not player.seat:
            self._on()
        return self.to(step)

    def _on(self) -> None:
        prompt = next(p for p in self.prompts() if not p.standing and p.key != "order")
        assert prompt.seat is not None
        self.does(Answer(prompt.seat, prompt.key, self._nothing(prompt)))

    @staticmethod
    def _nothing(prompt: AnyPrompt) -> Value:
        match prompt:
            case ChooseSome():
                return ()
            case ChooseOne(key="first"):
                return "blue"
            case ChooseOne():
                ids = [option.id for option in prompt.options]
                return "none" if "none" in ids else ids[-1]
            case _:
                pass
        return None


def opened(step: str = "orders", chance: Sequence[int] = (), **forces: Force) -> Tabletop:
    """Blue has the first turn; on to that step of it."""
    return Tabletop(forces.get("blue", RANGERS), forces.get("red", DOCKERS), chance).to(step)


MULES = tuple(trooper(f"Mule {n}", 1, Order.NONE, peripheral_of="Ranger 1") for n in (1, 2))
SCOUTS = force(
    *troop(6),
    *troop(4, 2, "Gunner"),
    trooper("Scout", 2, hidden=True),
    trooper("Diver", 1, Order.IRREGULAR, hidden=True),
)
RESERVES = force(*troop(6), *troop(3, 3, "Late", reinforcement=True))


def wrong(side: Force) -> set[str]:
    """What is refused of a list."""
    refusals = Infinity().begin({BLUE: side, RED: DOCKERS})
    return {each.why.key.rpartition(".")[2] for each in refusals if isinstance(each, Refusal)}
