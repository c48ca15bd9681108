"""The table's card data agree with a second reading, and a false row is found."""

import pytest
from msgspec.structs import replace

from lab.trials.game_trials import game_trials
from lab.trials.legion.second_reading import contradicted, measure, second_readings, second_rows
from table.games.legion.data.catalogue import load
from table.games.legion.rules.model.armies import Slot, Timing


@pytest.mark.rule("TB-24")
def test_nothing_that_is_known_of_a_card_is_contradicted() -> None:
    assert contradicted(load().cards, second_readings()) == []


@pytest.mark.parametrize(
    "false",
    [
        {"timing": Timing.REVEAL},
        {"later": (Timing.ACTIVATION, Timing.END_PHASE)},
        {"later": ()},
        {"slots": (Slot(),)},
        {"slots": ()},
    ],
)
def test_one_false_row_is_found(false: dict[str, object]) -> None:
    right = load().card("legion.card.master-of-evil")
    assert contradicted((right, replace(right, **false)), second_readings()) == [replace(right, **false)]


def test_a_card_that_nobody_knows_contradicts_nothing() -> None:
    right = load().card("legion.card.master-of-evil")
    assert contradicted((replace(right, timing=None, later=(), slots=None),), second_readings()) == []


def test_where_the_second_reader_could_not_see_all_further_times_are_no_contradiction() -> None:
    """Of Bossk's card the second reader saw one time, and that there may be another."""
    bossk = load().card("legion.card.merciless-munitions")
    more = replace(bossk, timing=Timing.UNTIMED, later=(Timing.ACTIVATION,))
    assert contradicted((bossk, more), second_readings()) == []
    assert contradicted((replace(bossk, timing=Timing.UNTIMED),), second_readings())


def test_a_second_reading_is_of_cards_that_there_are() -> None:
    known = {card.id for card in load().cards}
    assert set(second_rows()) <= known


def test_the_figures_reach_their_goals_and_every_altered_row_is_found() -> None:
    figures = {figure.name: figure for figure in measure()}
    assert [name for name, figure in figures.items() if not figure.ok] == []
    assert figures["legion.timings_known"].value == 218
    assert figures["legion.orders_known"].value == 179
    assert figures["legion.cards_known"].value == 178
    control = figures["legion.false_knowledge.control"]
    assert control.value == control.n > 2000


@pytest.mark.campaign
def test_bench_finds_them_as_trials_of_the_game() -> None:
    figures = game_trials("legion_2024").data_figures
    assert figures is not None
    found = [figure.name for figure in figures()]
    assert found[: len(own := [figure.name for figure in measure()])] == own
    assert {"legion.forces", "legion.moments", "legion.cards_asked"} <= set(found)
