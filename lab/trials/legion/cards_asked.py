"""The questions about cards whose data lack a fact: each lacking fact is asked once, and no other one.

The data files say which facts a card lacks. They are read here as files, not through the table's own cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from lab.figure import Figure, all_of, control_of
from lab.trials.legion.legion_trial import Careless
from table.games.legion.data.catalogue import Catalogue, load, rows
from table.games.legion.rules.model.armies import Army, CommandCard, Rank
from table.games.legion.rules.model.state import LegionBattle
from table.rules.chance import Chance
from table.rules.commands import Answer, Reveal
from table.rules.errors import ProgramError
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED

PARTS = {"read.pips": "pips", "read.timing": "timing", "read.suggested": "orders", "read.whom": "orders"}
"""The fact that each question of a reading is about. `read.count` belongs to `read.whom`."""
AMBUSH = "legion.card.ambush"
SURE_ORDERS = ("agree",)
MOST_ANSWERS = 30
Altered = Callable[[CommandCard], CommandCard]


class TrialRefusedError(ProgramError, RuntimeError):
    """The rules refused an answer of this trial, which is a fault of the trial."""


class _NoChance:
    def below(self, bound: int, question: int) -> int:
        return 0


def lacking() -> dict[str, frozenset[str]]:
    """Return the facts that are missing in the files, by the id of the current card."""
    facts = {row["id"]: row for row in rows("card_facts.csv")}
    found = {}
    for row in rows("cards_current.csv"):
        fact = facts[row["id"]]
        known_line = fact["orders"] and not fact["orders_check"].startswith("unknown")
        parts = {
            "timing": fact["confidence"] == "unknown",
            "orders": not known_line and row["orders_status"] not in SURE_ORDERS,
            "pips": row["priority_pips"] == "?" and "table_pips:" not in fact["acts"],
        }
        if any(parts.values()):
            found[row["id"]] = frozenset(part for part, lacks in parts.items() if lacks)
    return found


def asked(catalogue: Catalogue, card: CommandCard) -> Counter[str]:
    """Return how often each fact is asked when the card is revealed and read off. Any army may play it here."""
    game, chance = Careless(), _NoChance()
    card = replace(card, belongs_to=(), title="", faction="", requirement=(), battle_force="", acts=())
    state = _revealed(game, catalogue, card, chance)
    found = Counter[str]()
    for _ in range(MOST_ANSWERS):
        prompt = next((each for each in game.prompts(state) if each.key.startswith("read.")), None)
        if prompt is None or prompt.seat is None:
            return found
        first = prompt.key not in PARTS or not found[PARTS[prompt.key]]
        if prompt.key in PARTS and (first or prompt.key != "read.whom"):
            found[PARTS[prompt.key]] += 1
        state = _after(game, state, Answer(prompt.seat, prompt.key, _answer(prompt, first)), chance)
    found["without end"] += 1
    return found


def _answer(prompt: AnyPrompt, first: bool) -> Value:
    """Return an answer: any units once, then no further part of the line; yes to all else."""
    if prompt.key == "read.whom":
        return ("any",) if first else ()
    if prompt.key == "read.timing":
        return ("activation",)
    return 1 if prompt.key in ("read.pips", "read.count") else "yes"


def _revealed(game: Careless, catalogue: Catalogue, card: CommandCard, chance: Chance) -> LegionBattle:
    begun = (each for each in game.begin(dict.fromkeys((BLUE, RED), _army(catalogue, card))) if isinstance(each, Event))
    state = game.evolve(None, next(begun))
    for event in begun:
        state = game.evolve(state, event)
    while not any(prompt.key == "select" for prompt in game.prompts(state)):
        answers = ((each, each.seat) for each in game.prompts(state) if not each.standing)
        prompt, seat = next((each, seat) for each, seat in answers if seat is not None)
        state = _after(game, state, Answer(seat, prompt.key, prompt.sample(lambda _: 0)), chance)
    return _after(game, state, Reveal(((BLUE, card.id), (RED, AMBUSH))), chance)


def _after(game: Careless, state: LegionBattle, command: Answer | Reveal, chance: Chance) -> LegionBattle:
    decided = game.decide(state, command, chance)
    if isinstance(decided, Refusal):
        raise TrialRefusedError(decided)
    for event in decided:
        state = game.evolve(state, event)
    return state


def _army(catalogue: Catalogue, card: CommandCard) -> Army:
    """Return an army of a leader and one trooper."""
    leader = next(unit for unit in catalogue.units if unit.rank is Rank.COMMANDER)
    corps = next(unit for unit in catalogue.units if unit.rank is Rank.CORPS)
    units = tuple(unit.in_army(place) for place, unit in enumerate((leader, corps), 1))
    hand = tuple(dict.fromkeys((card, catalogue.card(AMBUSH), catalogue.card("legion.card.standing-orders"))))
    return Army("", "", units, hand)


def measure() -> Iterator[Figure]:
    """Yield how many cards are asked for exactly the facts that they lack, and how many classic cards for a time."""
    catalogue = load()
    lacks = lacking()
    wrong = _wrong(catalogue, lacks, lambda card: card)
    note = ", ".join(catalogue.card(card_id).name for card_id in wrong)
    number = len(lacks)
    yield all_of("legion.cards_asked", number - len(wrong), "cards", number, note)
    forgetful = _wrong(catalogue, lacks, lambda card: replace(card, timing=None, later=()))
    yield control_of("legion.cards_asked.control", len(forgetful), "cards", number)
    classic = [card for card in load("classic").cards if card.timing is None]
    yield Figure("legion.classic_times_asked", len(classic), "cards", "<= 20", len(classic) <= 20, 109)


def _wrong(catalogue: Catalogue, lacks: dict[str, frozenset[str]], altered: Altered) -> list[str]:
    """Return the cards of which another fact is asked, or one twice."""
    return [
        card_id
        for card_id, parts in lacks.items()
        if asked(catalogue, altered(catalogue.card(card_id))) != Counter(parts)
    ]
