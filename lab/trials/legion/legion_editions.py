"""The trials of both editions of Legion."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from lab.figure import Figure
from lab.trials.game_rules import GameRules, StatedRule
from lab.trials.game_trials import GameTrials, HiddenCards
from lab.trials.legion import (
    cards_asked,
    known_forces,
    known_moments,
    known_units,
    legion_evening,
    legion_trial,
    second_reading,
    trigger_trial,
)
from lab.trials.legion.lists.readings import LegionListTrial
from table.games.legion import edition as legion_edition
from table.games.legion.data.catalogue import CLASSIC as CLASSIC_DATA
from table.games.legion.data.catalogue import CURRENT as CURRENT_DATA
from table.games.legion.data.catalogue import load
from table.games.legion.rules.classic import IDS, LegionClassic
from table.games.legion.rules.current import STEPS, Legion2024
from table.games.legion.rules.keywords import keyword_rules
from table.games.legion.rules.keywords.keyword_table import KEYWORDS
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Army, CommandCard, Timing, Unit
from table.games.legion.rules.selection.card_selection import LEADERS
from table.games.random_play.trial import Trial

FEW_UNITS = 2


def _of_current() -> Iterator[Figure]:
    """Return the figures of the current edition's data."""
    yield from second_reading.measure()
    yield from known_forces.measure()
    yield from known_moments.measure()
    yield from cards_asked.measure()


RULEBOOK = Path(legion_edition.__file__).parent / "rulebook"
OF_KEYWORDS = {
    rule: StatedRule(sentence, f"{keyword_rules.__package__}.{keyword.name}:{keyword.name.upper()}")
    for keyword in KEYWORDS
    for rule, sentence in keyword.stated_rules.items()
}
"""The rules that the modules of keywords state."""
RULES = {
    CURRENT_DATA: GameRules(
        RULEBOOK / f"{Legion2024.system}.toml", ("LG-", "LA-"), STEPS, "select", beside=OF_KEYWORDS
    ),
    CLASSIC_DATA: GameRules(
        RULEBOOK / f"{LegionClassic.system}.toml", ("LC-", "LA-"), LegionClassic.steps, "select", IDS
    ),
}


def _trials(edition: str) -> GameTrials:
    return GameTrials(
        rules=RULES[edition],
        trial=Trial(partial(legion_trial.sides, load(edition)), legion_trial.broken, legion_trial.out, margin=1.25),
        hidden=HiddenCards(
            usual="legion.card.ambush",
            common="legion.card.push",
            hand=lambda army: tuple(card.id for card in army.hand),
            small=lambda army: replace(army, units=army.units[:FEW_UNITS]),
            lone=lambda army: replace(army, units=(army.units[0], *_followers(army)[: FEW_UNITS - 1])),
            unread=lambda army: replace(army, units=army.units[:FEW_UNITS], hand=_unread(army.hand)),
            replanned=lambda army: replace(army, units=army.units[:FEW_UNITS], hand=_replanned(army.hand)),
            returning=legion_trial.Returning,
            careless=legion_trial.Careless,
        ),
        data_figures=_of_current if edition == CURRENT_DATA else known_units.measure,
        list_trial=partial(LegionListTrial, edition),
        evening=partial(legion_evening.evening, edition),
        armies=partial(legion_evening.armies, edition),
        triggers=trigger_trial.measure if edition == CURRENT_DATA else None,
        random_evening=partial(legion_evening.random_evening, edition) if edition == CURRENT_DATA else None,
    )


def _unread(hand: tuple[CommandCard, ...]) -> tuple[CommandCard, ...]:
    """Return the hand with its first card's timing and acts unknown."""
    return (replace(hand[0], timing=None, later=(), acts=()), *hand[1:])


def _replanned(hand: tuple[CommandCard, ...]) -> tuple[CommandCard, ...]:
    """Return the hand with a first card whose reveal can let both players choose again."""
    plans = replace(hand[0], timing=Timing.REVEAL, later=(), acts=(CardAct(Act.RESELECT_BOTH),))
    return (plans, *hand[1:])


def _followers(army: Army) -> tuple[Unit, ...]:
    return tuple(unit for unit in army.units if unit.rank not in LEADERS)


CURRENT = _trials(CURRENT_DATA)
CLASSIC = _trials(CLASSIC_DATA)
