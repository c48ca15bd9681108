"""A table for tests, to be read like the rulebook: `table.blue.plays("Ambush")`, then what must follow."""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Slot, Timing, Unit, UnitKeyword
from table.games.legion.rules.model.state import LegionBattle, LegionSide, Troop
from table.rules.commands import Answer, Reveal
from table.rules.game import Event
from table.rules.prompts import ChooseOne, ChooseSome, Value
from table.rules.seats import BLUE, RED, Seat
from tests.rules.played import Loaded, Played, Seated


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def unit(name: str, rank: Rank | None = Rank.CORPS, unit_type: str = "trooper", title: str = "") -> Unit:
    return Unit("", f"legion.unit.{_slug(name)}", name, title, rank, unit_type, "empire")


def slots(number: int, **facts: object) -> tuple[Slot, ...]:
    return (Slot(**facts),) * number  # type: ignore[arg-type]


def card(name: str, pips: int, orders: tuple[Slot, ...] = (Slot(),), timing: Timing = Timing.NONE) -> CommandCard:
    return CommandCard(f"legion.card.{_slug(name)}", name, pips, pips, orders, timing=timing)


AMBUSH = card("Ambush", 1, slots(1))
PUSH = card("Push", 2, slots(2))
ASSAULT = card("Assault", 3, slots(3))
STANDING_ORDERS = replace(card("Standing Orders", 4, slots(1)), returns=True)
GENERIC = (AMBUSH, PUSH, ASSAULT, STANDING_ORDERS)


def keyword(keyword: str, what: Unit, *to: Slot, words: str = "") -> Unit:
    """Return the unit with this keyword beside those that it has; `to` are the units that it can order by it."""
    return replace(what, keywords=(*what.keywords, UnitKeyword(keyword, to, words)))


def affiliated(affiliation: str, what: Unit) -> Unit:
    return replace(what, affiliation=affiliation)


def does(what: CommandCard, act: Act, argument: str = "") -> CommandCard:
    """Return the card with this act beside those that it has."""
    return replace(what, acts=(*what.acts, CardAct(act, argument)))


def own(who: str, what: CommandCard, title: str = "") -> CommandCard:
    return replace(what, belongs_to=(who,), title=title)


VEERS = unit("Veers", Rank.COMMANDER)
VADER = unit("Vader", Rank.OPERATIVE, title="Dark Lord")
SNOWTROOPERS = unit("Snowtroopers")
DROIDS = unit("Droids")
"""Of the same rank as Snowtroopers, and another card."""
AT_ST = unit("AT-ST", Rank.HEAVY, "ground vehicle")
DARK_TROOPERS = unit("Dark Troopers", Rank.HEAVY)
LEIA = unit("Leia", Rank.COMMANDER)
REBELS = unit("Rebels")


def army(*units: Unit, cards: Sequence[CommandCard] = ()) -> Army:
    """Units in the order of their ids `1`, `2`, ...; the generic cards, and these."""
    numbered = tuple(replace(each, id=str(place)) for place, each in enumerate(units, 1))
    return Army("An army", "empire", numbered, (*GENERIC, *cards))


BLOCK, SURGE, BLANK = 0, 3, 4
"""Places of faces on the red defense die."""


class Player(Seated):
    def __init__(self, table: "Tabletop", seat: Seat) -> None:
        super().__init__(table, seat)
        self.table = table

    @property
    def side(self) -> LegionSide:
        return self.table.state.side(self.seat)

    def unit(self, name: str) -> Troop:
        return next(troop for troop in self.side.troops if troop.name == name)

    def card(self, name: str) -> str:
        everywhere = (*self.side.army.hand, *self.table.state.side(self.seat.opponent).army.hand)
        return next((card.id for card in everywhere if card.name == name), f"legion.card.{_slug(name)}")

    def plays(self, name: str) -> None:
        """A card face down; all are revealed as soon as nobody is left to lay one."""
        self.table.sealed[self.seat] = self.card(name)
        asked = {p.seat for p in self.table.prompts() if p.key == "select"}
        if asked <= set(self.table.sealed):
            laid, self.table.sealed = self.table.sealed, {}
            self.table.does(Reveal(tuple((seat, laid[seat]) for seat in laid)))

    def may_lock(self, name: str) -> bool:
        return self.table.game.sealable(self.table.state, self.seat, self.card(name))

    def offered(self, key: str) -> list[str]:
        """What a choice offers: names of units, else the options' ids."""
        prompt = self.asked(key)
        assert isinstance(prompt, ChooseOne | ChooseSome), f"{self.seat} is not asked for {key}"
        names = {troop.unit.id: troop.name for troop in self.side.troops}
        return [names.get(option.id, option.id) for option in prompt.options]

    def markable(self, *marked: str) -> list[str]:
        """The names of the units that can get an order beside these."""
        prompt = self.asked("orders")
        names = {troop.unit.id: troop.name for troop in self.side.troops}
        ids = tuple(troop.unit.id for troop in self.side.troops if troop.name in marked)
        return [names[each] for each in prompt.addable(ids)] if isinstance(prompt, ChooseSome) else []

    def meant(self, value: Value) -> Value:
        ids = {troop.name: troop.unit.id for troop in self.side.troops}
        if isinstance(value, tuple):
            return tuple(ids.get(each, each) for each in value)
        return ids.get(value, value) if isinstance(value, str) else value

    def answers(self, key: str, value: Value = None) -> tuple[Event, ...]:
        """An answer; where several are marked, one name is one mark."""
        if isinstance(value, str) and isinstance(self.asked(key), ChooseSome):
            value = () if value in ("none", "no_more") else (value,)
        return super().answers(key, value)

    def with_consent(self, key: str, value: Value = None) -> tuple[Event, ...]:
        """An answer that the other player has to agree to, and does. Returns what followed from it."""
        (asked,) = self.answers(key, value)
        assert isinstance(asked, ConsentAsked), f"{key} was free"
        other = self.table.red if self.seat is BLUE else self.table.blue
        _, *followed = other.answers("consent.agree", "yes")
        return tuple(followed)

    def activates(self, name: str) -> None:
        """A whole activation of a unit with a face-up token."""
        self.answers("turn", name)
        self.answers("turn.end")

    def ends_round(self) -> None:
        """The round is over for this seat, unless it has said so by the end of the last activation."""
        if self.asked("end"):
            self.answers("end")

    @property
    def hand(self) -> list[str]:
        names = {card.id: card.name for card in self.side.army.hand}
        return [names[card] for card in self.side.hand]

    @property
    def pool(self) -> dict[str, int]:
        return dict(self.side.play.pool)


class Tabletop(Played[LegionBattle]):
    """A match, the events so far, and both players."""

    def __init__(self, blue: Army, red: Army, chance: Sequence[int] = (), game: Legion | None = None) -> None:
        self.game: Legion = game or Legion2024()
        super().__init__(self.game, {BLUE: blue, RED: red}, Loaded(chance, otherwise=0))
        self.sealed: dict[Seat, str] = {}
        self.blue = Player(self, BLUE)
        self.red = Player(self, RED)

    @property
    def step(self) -> str:
        return self.state.step

    def both_play(self, blue: str, red: str) -> None:
        self.blue.plays(blue)
        self.red.plays(red)

    def first_offered(self) -> None:
        """Whoever is asked first takes the first answer of all."""
        prompt = next(p for p in self.prompts() if not p.standing)
        assert prompt.seat is not None
        self.does(Answer(prompt.seat, prompt.key, prompt.sample(lambda _: 0)))

    def issue_until(self, done: Callable[[], bool]) -> None:
        """Nominations and orders, the first offered each time, until this is so."""
        while not done():
            self.first_offered()

    def issue_all(self) -> None:
        """Nominations and orders, the first offered each time, until the Activation Phase."""
        self.issue_until(lambda: self.step == "activation")

    def command_phase(self, blue: str, red: str) -> None:
        """A whole one: these cards, then whatever is offered first."""
        self.both_play(blue, red)
        self.issue_all()

    def end_activation(self) -> None:
        """Everybody draws or activates until the phase is over."""
        while self.step == "activation":
            self.first_offered()

    def effects_resolved(self) -> None:
        """Every effect that falls due now is resolved."""
        while asked := [player for player in (self.blue, self.red) if player.asked("effect")]:
            asked[0].answers("effect")

    def end_round(self) -> None:
        self.end_activation()
        self.blue.ends_round()
        self.red.ends_round()


def skirmish(*, chance: Sequence[int] = (), cards: Sequence[CommandCard] = ()) -> Tabletop:
    """Two small armies: Veers, Vader, two Snowtroopers and an AT-ST against Leia and two Rebels."""
    return Tabletop(
        army(VEERS, VADER, SNOWTROOPERS, SNOWTROOPERS, AT_ST, cards=cards),
        army(LEIA, REBELS, REBELS, cards=cards),
        chance,
    )


def activation(blue: str = "Ambush", red: str = "Push", chance: Sequence[int] = ()) -> Tabletop:
    """A skirmish in its Activation Phase.

    As it is played by itself: blue has priority and its order went to Veers, red's to Leia and Rebels 1; red has one
    advantage token.
    """
    table = skirmish(chance=chance)
    table.command_phase(blue, red)
    return table


def alone_in_the_pool(last: Unit = AT_ST) -> Tabletop:
    """Blue's only token in the pool is that of this unit."""
    table = Tabletop(army(VEERS, last), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    return table
