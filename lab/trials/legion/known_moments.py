"""Play each unit and upgrade with a keyword of a moment, and count those that the players are reminded of in time.

`moments.csv` lists them with their moments. Its source is a public list builder of 5 August 2026, read without the
table's own data.
"""

import csv
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace

from lab.figure import Figure, NotMeasuredError, all_of
from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.data.upgrades import keywords_of
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.armies import Army, Unit, UnitKeyword
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.state import LegionBattle
from table.rules.choice.marking import kept
from table.rules.commands import Answer, Command, Reveal
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, SealedCard, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, SEATS

COMMANDS = 200
"""More commands than two seats give in a round."""
ORDERED = "order_issued"
FALLING = "unit_defeated"
BEARER = "2"
"""The id of the unit with the keyword. Its army has a commander, an Ewok, a droid and a corps unit beside it."""
BESIDE = ("General Veers", "Ewok Skirmishers", "B1 Battle Droids", "Snowtroopers")
Row = Mapping[str, str]

IN_TIME: Mapping[str, Callable[[LegionBattle], bool]] = MappingProxyType(
    {
        "setup": lambda battle: battle.step == "select" and battle.round == 1,
        "command_phase_start+scoring": lambda battle: battle.step in ("select", "end"),
        "after_reveal": lambda battle: battle.step == "resolve",
        ORDERED: lambda battle: any(troop.ordered for troop in battle.blue.troops),
        "activation_phase_start": lambda battle: battle.step == "activation" and not battle.going_on,
        "activation": lambda battle: bool(battle.going_on),
        "activation_start": lambda battle: bool(battle.going_on),
        "activation_end": lambda battle: bool(battle.going_on),
        FALLING: lambda battle: any(troop.defeated for side in (battle.blue, battle.red) for troop in side.troops),
        "end_phase": lambda battle: battle.step == "end",
        "end_phase_start_round1": lambda battle: battle.step == "end" and battle.round == 1,
    }
)
"""The state in which a reminder of a moment is in time, by the moment in the file."""


CARD_IN_TIME: Mapping[str, Callable[[LegionBattle], bool]] = MappingProxyType(
    {
        "Command Override": lambda battle: battle.step == "orders",
        "Failed Negotiations": IN_TIME["activation_phase_start"],
        "Rapid Deployment": IN_TIME["end_phase_start_round1"],
    }
)


class First:
    """Chance that always gives the first."""

    def below(self, bound: int, question: int) -> int:
        return 0


def measure() -> Iterator[Figure]:
    """Count the rows with a reminder in time. The control expects none if the units have no keywords."""
    catalogue, listed = load(), rows()
    reminded = [row for row in listed if is_reminded(row, catalogue)]
    silent = ", ".join(sorted({row["name"] for row in listed if row not in reminded}))
    yield all_of("legion.moments", len(reminded), "rows", len(listed), silent)
    left_out = [row for row in reminded if not is_reminded(row, catalogue, without=True)]
    yield all_of("legion.moments.control", len(left_out), "rows found", len(reminded))


def rows() -> tuple[Row, ...]:
    """Return the rows of the file."""
    with Path(__file__).with_name("moments.csv").open(newline="", encoding="utf-8") as written:
        return tuple(csv.DictReader(written))


def is_reminded(row: Row, catalogue: Catalogue, *, without: bool = False) -> bool:
    """True if the players are reminded of a row's keyword at its moment. `without`: its unit has no keywords."""
    if row["kind"] == "battle":
        return _is_card_reminded(row["name"], catalogue, without=without)
    bearer = _bearer(row, catalogue)
    if bearer is None:
        return False
    bearer = replace(bearer, keywords=()) if without else bearer
    keyword = row["keyword"].lower().replace(" ", "_")
    in_time = IN_TIME[row["moment"]]
    return any(
        event.keyword == keyword and in_time(now) and now.blue.troop(BEARER).name in dict(event.units)
        for event, now in _round(bearer, row["moment"], catalogue)
    )


def _is_card_reminded(name: str, catalogue: Catalogue, *, without: bool) -> bool:
    """True if the players are reminded of a battle card in its time.

    The file has the moment of the keyword that the card names. `CARD_IN_TIME` has that of the card itself.
    """
    plain, cards = _named("Snowtroopers", 2, catalogue), () if without else (name,)
    found = [now for event, now in _round(plain, "", catalogue, cards) if name in dict(event.units)]
    return any(map(CARD_IN_TIME[name], found))


def _bearer(row: Row, catalogue: Catalogue) -> Unit | None:
    if row["kind"] in ("unit", "counterpart"):
        return next((unit.in_army(2) for unit in catalogue.units if unit.lhq_id == row["lhq_id"]), None)
    given = keywords_of((row["lhq_id"],), "", catalogue.upgrades)
    plain = _named("Snowtroopers", 2, catalogue)
    return replace(plain, keywords=given) if given else None


def _leader(name: str, catalogue: Catalogue) -> Unit:
    """Return a commander that may order every unit."""
    return replace(_named(name, 1, catalogue), keywords=(UnitKeyword(Keyword.ALLIES_OF_CONVENIENCE),))


def _named(name: str, number: int, catalogue: Catalogue) -> Unit:
    return replace(next(unit for unit in catalogue.units if unit.name == name).in_army(number), keywords=())


def _round(
    bearer: Unit, moment: str, catalogue: Catalogue, cards: tuple[str, ...] = ()
) -> Iterator[tuple[Reminded, LegionBattle]]:
    """Play a round with a bearer, and yield each reminder with the state after it."""
    game = Legion2024()
    leader, ewoks, droids, corps = BESIDE
    droid = replace(_named(droids, 4, catalogue), keywords=(UnitKeyword(Keyword.AI, words="Attack"),))
    beside = (_named(ewoks, 3, catalogue), droid, _named(corps, 5, catalogue))
    units = (_leader(leader, catalogue), bearer, *beside)
    push = catalogue.card("legion.card.push")
    blue = Army("", "", units, (push,), battle_cards=cards)
    red = Army("", "", tuple(_named("Snowtroopers", n, catalogue) for n in (1, 2)), (push,))
    begun = game.begin({BLUE: blue, RED: red})
    battle: LegionBattle | None = None
    for event in begun:
        if isinstance(event, Refusal):
            raise NotMeasuredError(f"the match with {bearer.name} does not begin")
        battle = game.evolve(battle, event)
        if isinstance(event, Reminded):
            yield event, battle
    if battle is None:
        return
    fallen = False
    for _ in range(COMMANDS):
        if battle.round > 1:
            return
        command, fallen = _next(game, battle, moment, fallen)
        decided = game.decide(battle, command, First())
        if isinstance(decided, Refusal):
            return
        for event in decided:
            battle = game.evolve(battle, event)
            if isinstance(event, Reminded) and event.seat is BLUE:
                yield event, battle


def _next(game: Legion2024, battle: LegionBattle, moment: str, fallen: bool) -> tuple[Command, bool]:
    """Return the next command: cards, a defeat on both sides if the moment is one, else the first answer."""
    if moment == FALLING and battle.step == "activation" and not fallen:
        seat, unit = (BLUE, "5") if any(t.defeated for t in battle.red.troops) else (RED, "2")
        return Answer(seat, "defeat", unit), seat is BLUE
    asked = [prompt for prompt in game.prompts(battle) if not prompt.standing]
    sealed = [prompt.seat for prompt in asked if isinstance(prompt, SealedCard)]
    if sealed:
        return Reveal(tuple((seat, "legion.card.push") for seat in SEATS if seat in sealed)), fallen
    prompt = asked[0]
    if isinstance(prompt, ChooseSome) and prompt.key == "battle.cards":
        return Answer(prompt.seat or BLUE, prompt.key, tuple(option.id for option in prompt.options)), fallen
    return Answer(prompt.seat or BLUE, prompt.key, _answer(prompt, moment)), fallen


def _answer(prompt: AnyPrompt, moment: str) -> Value:
    """Return the first answer. The bearer gets an order if the moment is one, and otherwise none."""
    wanted = [BEARER, "5"] if moment == ORDERED else ["5", "3", "1"]
    if isinstance(prompt, ChooseOne) and prompt.seat is BLUE and prompt.key == "orders":
        ids = [option.id for option in prompt.options]
        return next((unit for unit in wanted if unit in ids), ids[0])
    if isinstance(prompt, ChooseSome) and prompt.seat is BLUE and prompt.key == "orders":
        return kept(prompt.ways, [each for each in wanted if each in {option.id for option in prompt.options}])
    return prompt.sample(lambda _: 0)
