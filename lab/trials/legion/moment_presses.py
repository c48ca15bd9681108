"""The presses that each card with an act at a moment of its own takes then, by buttons.

Each card is played in a small army of its owners, until everything that it does has come.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from lab.figure import Figure, at_most, none_of
from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Unit
from table.games.legion.rules.model.state import LegionBattle
from table.rules.commands import Answer, Command, Reveal
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, SealedCard, Value
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat

CARDS = (
    *("ploy", "i-smell-fear-and-it-smells-good", "i-make-the-rules-now", "the-hand-thing"),
    *("we-shall-start-with-revenge", "pinned-down", "implacable", "voracious-ambition"),
    *("architects-of-their-own-destruction", "we-must-wait-and-watch", "incapacitate", "you-have-something-i-want"),
    *("arboreal-assault", "delaying-tactics", "common-cause", "notorious-scoundrels"),
    *("somebody-has-to-save-our-skins", "battlefield-reconnaissance", "tactical-planning", "size-matters-not"),
    *("there-is-no-try", "luminous-beings-are-we", "double-the-fall", "the-sith-will-rule", "they-too-will-suffer"),
    *("we-make-weapons", "covert-observation", "fear-will-keep-them-in-line", "focused-on-the-kill"),
    "the-empire-does-not-tolerate-failure",
)
"""The cards of LA-85."""
KEYS: Mapping[Act, str] = MappingProxyType(
    {
        Act.TOKEN_PARK_CHOSEN: "park",
        Act.TOKEN_PARK_RANDOM: "park",
        Act.USE_PARKED_TOKEN: "turn",
        Act.TOKEN_TO_POOL: "token.back",
        Act.TOKEN_FLIP_FACEDOWN: "token.down",
        Act.TOKEN_ASSIGN_FACEUP: "order.extra",
        Act.ACTIVATE_OUT_OF_TURN: "turn.extra",
        Act.EXTRA_ACTIVATION: "token.return",
        Act.ADVANTAGE_GAIN: "advantage",
        Act.OPPONENT_DRAW: "dictate",
        Act.HOLD_ENEMY_UNIT: "hold",
        Act.DISCARD_FROM_HAND: "hand.discard",
        Act.RECOVER_FROM_DISCARD: "card.recover",
        Act.ORDER_OUTSIDE_STEP: "order.extra",
    }
)
"""The question of each act that the table plays. A card without one is confirmed at its time, or told."""
Fewest = Callable[[Seat, tuple[AnyPrompt, ...], AnyPrompt, Value], int | None]
"""Returns the fewest presses by which a seat gives an answer; None if there is no way."""
EFFECT = "effect"
LATER = (Act.RECOVER_FROM_DISCARD, Act.CANNOT_SELECT)
COMMON = ("ambush", "push", "assault", "standing-orders")
LEAST, FEW = 4, 40
"""The least and the most matches in which a card is played."""
MOST_COMMANDS = 400
MOST = 2


def measure(fewest: Fewest) -> Iterator[Figure]:
    catalogue, worst, unseen = load(), list[int](), list[str]()
    slow = list[str]()
    for name in CARDS:
        card = catalogue.card(f"legion.card.{name}")
        wanted = {KEYS[act.act] for act in card.acts if act.act in KEYS and not _is_left(act, card)} or {EFFECT}
        found = presses_of(card, catalogue, wanted, fewest)
        unseen += [f"{card.name}: {key}" for key in sorted(wanted - found.keys())]
        slow += [f"{card.name}: {key} {n}" for key, n in found.items() if key in wanted and n > MOST]
        worst += [n for key, n in found.items() if key in wanted]
    yield at_most("presses.moment", worst, MOST, "presses", judged="max", n=len(CARDS), note=", ".join(slow))
    yield none_of("presses.moment.unseen", unseen, "acts", len(CARDS), ", ".join(unseen))


def _is_left(act: CardAct, card: CommandCard) -> bool:
    """True for an act that is agreed to, or that an activation out of turn does by itself."""
    by_agreement = act.act is Act.TOKEN_ASSIGN_FACEUP and act.words == "enemy"
    return by_agreement or (act.act is Act.TOKEN_FLIP_FACEDOWN and bool(card.acts_of(Act.ACTIVATE_OUT_OF_TURN)))


def presses_of(card: CommandCard, catalogue: Catalogue, wanted: set[str], fewest: Fewest) -> Mapping[str, int]:
    """Return the fewest presses of each question that the card opens, by key, over a few matches."""
    found: dict[str, int] = {}
    for seed in range(FEW):
        if seed >= LEAST and wanted <= found.keys():
            break
        _played(card, catalogue, random.Random(seed), found, fewest)
    return found


def _played(card: CommandCard, catalogue: Catalogue, rng: random.Random, found: dict[str, int], fewest: Fewest) -> None:
    game, chance = Legion2024(), _Chance(rng)
    events = game.begin({BLUE: _army(card, catalogue, rng), RED: _other(catalogue)})
    state: LegionBattle | None = None
    for event in events:
        if isinstance(event, Refusal):
            return
        state = game.evolve(state, event)
    for _ in range(MOST_COMMANDS):
        if state is None or game.over(state):
            return
        prompts = game.prompts(state)
        _measure(game, state, card, prompts, chance, found, fewest)
        decided = game.decide(state, _command(game, state, card, prompts, rng), chance)
        if isinstance(decided, Refusal):
            return
        for event in decided:
            state = game.evolve(state, event)


def _measure(
    game: Legion2024,
    state: LegionBattle,
    card: CommandCard,
    prompts: tuple[AnyPrompt, ...],
    chance: "_Chance",
    found: dict[str, int],
    fewest: Fewest,
) -> None:
    """Take the presses of each open question that is the card's."""
    for prompt in prompts:
        if prompt.seat is None or not _is_of(prompt, card, state):
            continue
        value = next((each for each in _values(prompt) if _is_free(game, state, prompt, each, chance)), "")
        if value == "":
            continue
        if (taken := fewest(prompt.seat, prompts, prompt, value)) is None:
            continue
        key = EFFECT if prompt.key.startswith("divulge") else prompt.key
        found[key] = min(found.get(key, taken), taken)


def _is_of(prompt: AnyPrompt, card: CommandCard, state: LegionBattle) -> bool:
    named = str(dict(prompt.ask.args).get("card", "")) == card.name
    if prompt.key == "hand.discard":
        return (
            state.step == "activation"
            and isinstance(prompt, ChooseOne)
            and any(option.id == card.id for option in prompt.options)
        )
    if prompt.key == "turn":
        return isinstance(prompt, ChooseOne) and any(":" in option.id for option in prompt.options)
    if prompt.key == "order.extra" and card.acts_of(Act.ORDER_OUTSIDE_STEP):
        return card.id in state.play(BLUE).divulged
    return named or prompt.key in ("dictate", "hold")


def _values(prompt: AnyPrompt) -> Sequence[Value]:
    if isinstance(prompt, ChooseOne):
        ids = [option.id for option in prompt.options]
        return [id for id in ids if ":" in id] if prompt.key == "turn" else ids
    return (None,) if isinstance(prompt, Confirm) else ()


def _is_free(game: Legion2024, state: LegionBattle, prompt: AnyPrompt, value: Value, chance: "_Chance") -> bool:
    decided = game.decide(state, Answer(prompt.seat or BLUE, prompt.key, value), chance)
    return not isinstance(decided, Refusal) and not any(isinstance(event, ConsentAsked) for event in decided)


def _command(
    game: Legion2024, state: LegionBattle, card: CommandCard, prompts: tuple[AnyPrompt, ...], rng: random.Random
) -> Command:
    """Return an answer: play the card as soon as possible, and sometimes its reward."""
    waited = [prompt for prompt in prompts if not prompt.standing]
    if any(isinstance(each, SealedCard) for each in waited):
        seats = [each.seat for each in waited if isinstance(each, SealedCard) and each.seat is not None]
        return Reveal(tuple((seat, _laid(game, state, seat, card, rng)) for seat in seats))
    own = [each for each in prompts if each.standing and each.seat and _is_of(each, card, state)]
    prompt = rng.choice(own) if own and rng.randrange(2) else rng.choice(waited)
    liked = (
        [option.id for option in prompt.options if option.id in ("yes", card.id)]
        if isinstance(prompt, ChooseOne)
        else []
    )
    return Answer(prompt.seat or BLUE, prompt.key, liked[0] if liked else prompt.sample(rng.randrange))


def _laid(game: Legion2024, state: LegionBattle, seat: Seat, card: CommandCard, rng: random.Random) -> str:
    lawful = [option.id for option in game.hand(state, seat)]
    later = any(card.acts_of(act) for act in LATER) and state.round == 1
    if seat is BLUE and card.id in lawful and not later:
        return card.id
    others = [each for each in lawful if each != card.id] or lawful
    return rng.choice(others)


def _army(card: CommandCard, catalogue: Catalogue, rng: random.Random) -> Army:
    """Return an army of the card's owners, of units of every rank, and with the cards that it names."""
    faction = card.faction or next((u.faction for u in catalogue.units if u.name in card.belongs_to), "") or "rebels"
    named = [unit for unit in catalogue.units if _is_named(unit.name, card) and card.title in ("", unit.title)]
    owners = list({unit.name: unit for unit in named}.values())
    missing = set(card.belongs_to) - {unit.name for unit in owners}
    wanted = card.acts_of(Act.NOMINATE_ONLY)
    leaders = [u for u in catalogue.units if u.rank is Rank.COMMANDER and u.faction in (faction, "mercenary")]
    if wanted:
        leaders = [unit for unit in leaders if unit.affiliation.casefold() in wanted[0].casefold()] or leaders
    chosen = [*owners, rng.choice(leaders)]
    for rank in (Rank.CORPS, Rank.CORPS, Rank.SPECIAL, Rank.SUPPORT, Rank.HEAVY):
        able = [unit for unit in catalogue.units if unit.rank is rank and unit.faction == faction]
        chosen += [rng.choice(able)] if able else []
    for fields in card.requirement[:1]:
        able = [u for u in catalogue.units if all(str(getattr(u, key, "") or "") == value for key, value in fields)]
        chosen += able[:1]
    units: tuple[Unit, ...] = tuple(unit.in_army(n) for n, unit in enumerate(chosen, 1))
    stand_ins = [replace(units[-1], id=f"0{name}", name=name, rank=Rank.COMMANDER) for name in sorted(missing)]
    units = (*units, *stand_ins)
    taken = card.acts_of(Act.RECOVER_FROM_DISCARD)
    owned = [
        each
        for each in catalogue.cards
        if any(each.name == word or word.removeprefix("owner=") in each.belongs_to for word in taken)
    ]
    hand = (card, *owned[:2], *(catalogue.card(f"legion.card.{name}") for name in COMMON))
    return Army("", faction, units, tuple(dict.fromkeys(hand)), battle_force=card.battle_force)


def _is_named(name: str, card: CommandCard) -> bool:
    return name in card.belongs_to or any(name in act.words for act in card.acts if act.act in OWNED)


OWNED = (Act.ACTIVATE_OUT_OF_TURN, Act.EXTRA_ACTIVATION, Act.ORDER_OUTSIDE_STEP, Act.RECOVER_FROM_DISCARD)


def _other(catalogue: Catalogue) -> Army:
    names = ("Leia Organa", "Luke Skywalker", "Rebel Troopers", "Rebel Troopers", "Fleet Troopers", "AT-RT")
    units = [next(unit for unit in catalogue.units if unit.name == name) for name in names]
    cards = tuple(catalogue.card(f"legion.card.{name}") for name in COMMON)
    return Army("", "rebels", tuple(unit.in_army(n) for n, unit in enumerate(units, 1)), cards)


class _Chance:
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def below(self, bound: int, question: int) -> int:
        return self._rng.randrange(bound)
