"""Both editions of Legion bring this to the door: each is a rule set of its own."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from table.games.data_figures import DataFigure
from table.games.evening import Evening
from table.games.files.list_trial import ListTrial
from table.games.files.usb import StickShelf
from table.games.legion.card_facts import CardFactsFile
from table.games.legion.cards import LegionCards
from table.games.legion.data.catalogue import CURRENT, load
from table.games.legion.lists.command_line import LegionLists
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Army, CommandCard, Rank, Timing, Unit
from table.games.legion.rules.model.state import Roller
from table.games.legion.rules.steps.selection import LEADERS
from table.games.rule_set import GameRules, GameSettings, HiddenCards, RuleSet, Trial
from table.records.folder import LISTS
from table.rules.steps import Steps

HERE = Path(__file__).parent
ADVANTAGE = "advantage"
FEW_UNITS = 2


def rule_set(
    game: type[Legion],
    edition: str,
    samples: tuple[str, str],
    prefixes: tuple[str, ...],
    steps: Steps[Any],
    called: Mapping[str, str] = MappingProxyType({}),
) -> RuleSet:
    """Return one edition's rule set. `edition` is that of its data; the rest is as in `RuleSet`."""
    system = game.system

    def configured(settings: GameSettings) -> Legion:
        given: dict[str, Any] = {} if settings.rounds is None else {"rounds": settings.rounds}
        return game(
            roller=Roller(settings.who_rolls),
            rolls_by_hand=settings.rolls_by_hand,
            draws_by_hand=settings.draws_by_hand,
            **given,
        )

    def shelf(folder: Path) -> StickShelf:
        recalled = CardFactsFile(folder).recalled
        own = LegionShelf(load(edition), folder / LISTS, recalled)
        return StickShelf(own, partial(LegionShelf, load(edition), recalled=recalled))

    def trial() -> Trial:
        from table.games.legion import trial as tried

        return Trial(partial(tried.sides, load(edition)), tried.broken, tried.out, margin=1.25)

    def evening() -> Evening:
        from table.games.legion import evening as played

        return played.evening(edition)

    def list_trial() -> ListTrial:
        from table.games.legion.lists.trial.readings import LegionListTrial

        return LegionListTrial(edition)

    def data_figures() -> Iterable[DataFigure]:
        from table.games.legion.data import second_reading
        from table.games.legion.lists import known_units

        return second_reading.measure() if edition == CURRENT else known_units.measure()

    def careless() -> Legion:
        from table.games.legion import trial as tried

        return tried.Careless()

    def returning() -> Legion:
        from table.games.legion import trial as tried

        return tried.Returning()

    return RuleSet(
        configured(GameSettings()),
        shelf,
        HERE / "words",
        LegionCards(),
        token_kinds=(*(rank.value for rank in Rank), ADVANTAGE),
        configured=configured,
        has_rounds=True,
        lists=LegionLists(edition),
        notebook=CardFactsFile,
        rules=GameRules(HERE / "rulebook" / f"{system}.toml", prefixes, steps, "select", called),
        hidden=HiddenCards(
            usual="legion.card.ambush",
            common="legion.card.push",
            hand=lambda army: tuple(card.id for card in army.hand),
            small=lambda army: replace(army, units=army.units[:FEW_UNITS]),
            lone=lambda army: replace(army, units=(army.units[0], *_followers(army)[: FEW_UNITS - 1])),
            unread=lambda army: replace(army, units=army.units[:FEW_UNITS], hand=_unread(army.hand)),
            replanned=lambda army: replace(army, units=army.units[:FEW_UNITS], hand=_replanned(army.hand)),
            returning=returning,
            careless=careless,
        ),
        samples=samples,
        data_figures=data_figures,
        list_trial=list_trial,
        trial=trial,
        evening=evening,
    )


def _unread(hand: tuple[CommandCard, ...]) -> tuple[CommandCard, ...]:
    """Return a hand of whose first card nobody knows when it acts, or what it does then."""
    return (replace(hand[0], timing=None, later=(), acts=()), *hand[1:])


def _replanned(hand: tuple[CommandCard, ...]) -> tuple[CommandCard, ...]:
    """Return a hand whose first card can be discarded when it is revealed, for both players to choose again."""
    plans = replace(hand[0], timing=Timing.REVEAL, later=(), acts=(CardAct(Act.RESELECT_BOTH),))
    return (plans, *hand[1:])


def _followers(army: Army) -> tuple[Unit, ...]:
    return tuple(unit for unit in army.units if unit.rank not in LEADERS)
