"""Revision 4 of the rules, by which a die or a draw by hand was free; since, the opponent agrees to it (TB-47)."""

import pytest

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.events import DieRolled, TokenDrawn
from table.games.legion.rules.model.phase_events import ConsentAsked
from table.games.legion.rules.model.state import Roller
from table.rules.match.revision import OF_EVERY_MATCH, Revision
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VEERS, Tabletop, army

BOTH = pytest.mark.parametrize("game", [Legion2024(), LegionClassic()], ids=lambda game: game.system)


def tied(game: Legion) -> Tabletop:
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS, REBELS), game=game)
    table.both_play("Push", "Push")
    return table


def of_revision_4(game: Legion) -> Legion:
    then = game.at(4)
    assert then is not None
    return then


@BOTH
@pytest.mark.rule("TB-47")
@pytest.mark.rule("TB-51")
def test_a_face_of_their_own_die_is_agreed_to_and_the_tables_is_free(game: Legion) -> None:
    table = tied(game)
    (asked,) = table.blue.answers("roll", "block")
    assert isinstance(asked, ConsentAsked)
    assert table.state.priority is None
    table.red.answers("consent.agree", "no")
    table.blue.answers("roll")
    assert not table.last(DieRolled).by_hand, "the table rolls with one press, and asks nobody"


@BOTH
@pytest.mark.rule("TB-51")
def test_a_token_of_the_blind_pool_is_nobodys_to_name_alone(game: Legion) -> None:
    table = tied(game)
    table.blue.answers("roll")
    table.issue_all()
    before = table.state.blue.play.pool
    (asked,) = table.blue.answers("draw.by_hand", table.blue.offered("draw.by_hand")[0])
    assert isinstance(asked, ConsentAsked)
    assert table.state.blue.play.pool == before
    table.red.answers("consent.agree", "yes")
    assert table.last(TokenDrawn).by_hand


@BOTH
def test_by_revision_4_both_were_free(game: Legion) -> None:
    table = tied(of_revision_4(game))
    table.blue.answers("roll", "block")
    assert table.last(DieRolled).by_hand
    table.issue_all()
    table.blue.answers("draw.by_hand", table.blue.offered("draw.by_hand")[0])
    assert table.last(TokenDrawn).by_hand
    (asked,) = table.red.answers("token.look")
    assert isinstance(asked, ConsentAsked), "all else was agreed to then as it is now"


@BOTH
def test_revision_4_is_this_game_with_its_settings(game: Legion) -> None:
    settings = (3, Roller.RED, True, True)
    then = of_revision_4(type(game)(*settings))
    assert (then.system, then.revision, game.revision) == (game.system, 4, 6 if game.edition.keywords else 5)
    assert (then.rounds, then.roller, then.rolls_by_hand, then.draws_by_hand) == settings
    assert [of_revision_4(then), game.at(game.revision), game.at(3), game.at(7)] == [then, game, None, None]
    assert Revision("0", OF_EVERY_MATCH, game.revision).is_later(Revision("0", OF_EVERY_MATCH, then.revision))
