"""The campaign of triggers: what its second reading asks for, and what it finds missing."""

from pathlib import Path

import pytest

from lab.campaigns import triggers_campaign
from lab.trials.legion import moment_presses, trigger_reading
from lab.trials.legion.trigger_trial import Forgetful, Hidden, play
from table.games.legion.data.catalogue import load
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.acts import Act

SEED = 3


@pytest.fixture(scope="module")
def watched() -> tuple[object, ...]:
    return play(Legion2024(), SEED).events


def test_the_reading_shares_no_rule_with_the_table() -> None:
    lines = Path(trigger_reading.__file__).read_text(encoding="utf-8").splitlines()
    imported = [line for line in lines if line.startswith(("from table", "import table"))]
    assert imported == ["from table.games.legion.data.catalogue import rows"]


@pytest.mark.slow
def test_a_whole_match_forgets_nothing_and_a_reminder_left_out_is_found(watched: tuple[object, ...]) -> None:
    reading = trigger_reading.read(watched)
    assert (reading.forgotten, reading.checked > 20) == ([], True)
    first = next(each for each in watched if isinstance(each, Reminded))
    missing = trigger_reading.read(tuple(each for each in watched if each is not first)).forgotten
    assert len(missing) == len(first.units)


@pytest.mark.slow
def test_a_reminder_after_its_time_is_found(watched: tuple[object, ...]) -> None:
    first = next(each for each in watched if isinstance(each, Reminded))
    late = (*(each for each in watched if each is not first), first)
    assert trigger_reading.read(late).forgotten


@pytest.mark.slow
def test_a_table_that_forgets_keywords_or_hides_questions_is_found() -> None:
    assert any(trigger_reading.read(play(Forgetful(), seed).events).forgotten for seed in range(2))
    assert any(play(Hidden(), seed).menu for seed in range(6))


@pytest.mark.slow
@pytest.mark.rule("LA-85")
@pytest.mark.parametrize("name", ["implacable", "somebody-has-to-save-our-skins", "the-hand-thing"])
def test_an_act_of_a_card_takes_two_presses_at_its_moment(name: str) -> None:
    card = load().card(f"legion.card.{name}")
    wanted = {moment_presses.KEYS[each.act] for each in card.acts if each.act is not Act.CANNOT_SELECT}
    found = moment_presses.presses_of(card, load(), wanted, triggers_campaign.fewest_presses)
    assert wanted <= found.keys()
    assert max(found[key] for key in wanted) <= moment_presses.MOST


@pytest.mark.campaign
def test_the_campaign_in_small() -> None:
    figures = {figure.name: figure for figure in triggers_campaign.campaign(2, 5, lambda _: None)}
    assert [name for name, figure in figures.items() if not figure.ok] == []
    assert figures.keys() >= {"triggers.forgotten", "triggers.menu", "presses.moment"}
