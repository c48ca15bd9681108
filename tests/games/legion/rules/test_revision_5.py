"""Revision 5 of the current rules, by which what a card gave was free from its time to the end of the round (LA-63)."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.current import Legion2024, Legion2024Revision4, Legion2024Revision5
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Timing
from table.games.legion.rules.model.command_events import CardActsAgain, IndependentReminded
from table.games.legion.rules.model.editions import CURRENT
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.phase_events import ConsentAsked
from table.games.legion.rules.model.state import Roller
from tests.games.legion.rules.kit import LEIA, REBELS, VEERS, Tabletop, army, card, does, keyword, slots

GUERILLAS = keyword(Keyword.INDEPENDENT, REBELS, says="Aim 1")
STRIKE = does(card("Strike", 1, slots(1), Timing.START_OF_ACTIVATION), Act.TOKEN_TO_POOL, "enemy")


def struck(revision: int) -> Tabletop:
    """Red's Independent unit loses its order by blue's card, two turns after that card's moment, if that is free."""
    game = Legion2024().at(revision)
    units = army(VEERS, VEERS, cards=[replace(STRIKE, permanent=True)])
    table = Tabletop(units, army(LEIA, GUERILLAS), game=game)
    table.both_play("Strike", "Push")
    table.issue_all()
    table.blue.answers("effect")
    for player in (table.blue, table.red):
        player.answers("turn", player.offered("turn")[0])
        player.answers("turn.end")
    if table.blue.asked("token.back"):
        table.blue.answers("token.back", "enemy:2")
    return table


@pytest.mark.rule("LA-63")
@pytest.mark.rule("LA-35")
def test_by_revision_5_it_was_free_two_turns_later_and_a_reminder_was_due_then() -> None:
    for revision in (4, 5):
        table = struck(revision)
        assert not table.told(ConsentAsked)
        assert not table.red.unit("Rebels").face_up
        assert table.told(IndependentReminded)
    table = struck(6)
    assert table.red.unit("Rebels").face_up, "not any more"
    assert not table.told(IndependentReminded)


def test_by_revision_5_no_card_of_an_earlier_round_was_told() -> None:
    for revision, told in ((4, 0), (5, 0), (6, 1)):
        table = struck(revision)
        table.end_round()
        table.command_phase("Push", "Ambush")
        assert len(table.told(CardActsAgain)) == told


def test_revision_5_is_this_game_with_its_settings_and_its_edition_in_all_else() -> None:
    settings = (3, Roller.RED, True, True)
    then = Legion2024(*settings).at(5)
    assert then == Legion2024Revision5(*settings)
    assert Legion2024(*settings).at(4) == Legion2024Revision4(*settings)
    assert [type(Legion2024().at(each)) for each in (3, 6, 7)] == [type(None), Legion2024, type(None)]
    table = Tabletop(army(VEERS), army(LEIA), game=then)
    assert table.state.edition == replace(CURRENT, moments=False)
    assert Tabletop(army(VEERS), army(LEIA)).state.edition == CURRENT
