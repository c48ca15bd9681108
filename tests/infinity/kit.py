"""A match of Infinity for tests, to be read like the rules: `table.blue.spends("guts", trooper="Ranger 1")`."""

from collections.abc import Sequence
from typing import TypeVar

from table.games.commands import Answer
from table.games.game import Event
from table.games.infinity.forces import Force, Order, Trooper
from table.games.infinity.rules import Infinity
from table.games.infinity.state import Member, Mission, Side
from table.games.prompts import AnyPrompt, ChooseOne, ChooseSome, Value
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED, Seat
from table.games.tokens import HandBack, HandOut

E = TypeVar("E", bound=Event)

WINDOWS = ("procedural", "logistical", "strategic", "executive", "use")


def trooper(name: str, group: int = 1, order: Order | None = Order.REGULAR, **more: object) -> Trooper:
    return Trooper("", name, group, order, **more)  # type: ignore[arg-type]


def troop(count: int, group: int = 1, name: str = "Ranger") -> tuple[Trooper, ...]:
    return tuple(trooper(f"{name} {n}", group) for n in range(1, count + 1))


def force(*troopers: Trooper, bonus: bool | None = False, lieutenant_orders: int | None = 1) -> Force:
    """Troopers with ids in their order; `peripheral_of` and `proxy_of` name their owners here."""
    ids = {each.name: str(place) for place, each in enumerate(troopers, 1)}
    numbered = tuple(
        Trooper(
            ids[each.name], each.name, each.group, each.order, each.tactical,
            ids.get(each.peripheral_of, each.peripheral_of), ids.get(each.proxy_of, each.proxy_of),
        )
        for each in troopers
    )  # fmt: skip
    return Force("A force", numbered, bonus=bonus, lieutenant_orders=lieutenant_orders)


RANGERS = force(*troop(6), *troop(4, 2, "Gunner"), trooper("Berserker", 2, Order.IRREGULAR))
"""Eleven orders: ten Regular, one Irregular."""
DOCKERS = force(*troop(5, name="Docker"), trooper("Corsair", 1, Order.IRREGULAR))


class Loaded:
    """Chance that was told what comes; each question is asked once."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.questions: list[int] = []

    def below(self, bound: int, question: int) -> int:
        assert question not in self.questions, "no question gets two answers"
        self.questions.append(question)
        number = self.numbers.pop(0)
        assert number < bound
        return number


class Player:
    def __init__(self, table: "Tabletop", seat: Seat) -> None:
        self.table = table
        self.seat = seat

    @property
    def side(self) -> Side:
        return self.table.state.side(self.seat)

    @property
    def tokens(self) -> int | None:
        return self.side.tokens

    @property
    def pools(self) -> dict[int, int]:
        return dict(self.side.pools)

    def member(self, name: str) -> Member:
        return next(member for member in self.side.members if member.name == name)

    def asked(self, key: str) -> AnyPrompt | None:
        return next((p for p in self.table.prompts() if p.key == key and p.seat is self.seat), None)

    def offered(self, key: str) -> list[str]:
        """What a choice offers: names of troopers, else the options' ids."""
        prompt = self.asked(key)
        assert isinstance(prompt, ChooseOne | ChooseSome), f"{self.seat} is not asked for {key}"
        names = {member.id: member.name for member in self.side.members}
        return [names.get(option.id, option.id) if "trooper" in key else option.id for option in prompt.options]

    def answers(self, key: str, value: Value = None) -> tuple[Event, ...]:
        return self.table.does(Answer(self.seat, key, value))

    def tries(self, key: str, value: Value = None) -> Refusal:
        """An answer that must be refused, and must change nothing."""
        return self.table.refuses(Answer(self.seat, key, value))

    def ids(self, *names: str) -> tuple[str, ...]:
        return tuple(self.member(name).id for name in names)

    def begins(self, window: str, use: str, **said: str | int | tuple[str, ...]) -> tuple[Event, ...]:
        """A use is chosen, and its parts are said; troopers by name."""
        events = self.answers(window, use)
        for part, value in said.items():
            events += self.answers(f"use.{part}", self._id(value))
        return events

    def spends(self, use: str, **said: str | int | tuple[str, ...]) -> tuple[Event, ...]:
        """An operational use."""
        return self.begins("use", use, **said)

    def _id(self, value: str | int | tuple[str, ...]) -> Value:
        ids = {member.name: member.id for member in self.side.members}
        if isinstance(value, tuple):
            return tuple(ids[name] for name in value)
        return ids.get(value, value) if isinstance(value, str) else value

    def loses(self, name: str) -> None:
        self.answers("lost", self.member(name).id)


class Tabletop:
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
        self.chance = Loaded(*chance)
        self.journal: list[Event] = []
        self.outs: list[HandOut] = []
        self.backs: list[HandBack] = []
        self.blue = Player(self, BLUE)
        self.red = Player(self, RED)
        state: Mission | None = None
        for event in self.game.begin({BLUE: blue, RED: red}):
            assert isinstance(event, Event), event
            self.outs += self.game.hand_outs(event)
            state = self.game.evolve(state, event)
            self.journal.append(event)
        assert state is not None
        self.state = state

    def prompts(self) -> tuple[AnyPrompt, ...]:
        return self.game.prompts(self.state)

    def does(self, command: Answer) -> tuple[Event, ...]:
        decided = self.game.decide(self.state, command, self.chance)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            self.outs += self.game.hand_outs(event)
            self.backs += self.game.hand_backs(self.state, event)
            self.state = self.game.evolve(self.state, event)
        self.journal += decided
        return decided

    def refuses(self, command: Answer) -> Refusal:
        before = self.state
        decided = self.game.decide(self.state, command, self.chance)
        assert isinstance(decided, Refusal), decided
        assert self.state is before
        return decided

    @property
    def step(self) -> str:
        return self.state.step

    def told(self, kind: type[E]) -> list[E]:
        return [event for event in self.journal if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        return self.told(kind)[-1]

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
                return prompt.options[-1].id
        return None


def opened(step: str = "orders", chance: Sequence[int] = (), **forces: Force) -> Tabletop:
    """Blue has the first turn; on to that step of it."""
    return Tabletop(forces.get("blue", RANGERS), forces.get("red", DOCKERS), chance).to(step)
