"""The end of a round, its cards, and the start of the next one: docs/play/rules/table.md, TB-36 to TB-38, TB-43."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import CardDiscarded, CardReturned
from table.games.legion.rules.model.labels import plain
from table.games.legion.rules.round_events import AllRoundsPlayed, RoundBegan, RoundEnded
from table.rules.text import text
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, VADER, VEERS, Tabletop, activation, army, card, skirmish


@pytest.mark.rule("TB-36")
def test_a_round_is_over_when_both_seats_say_so() -> None:
    table = activation()
    assert table.blue.tries("end").rule == "TB-36"
    table.end_activation()
    table.blue.ends_round()
    assert not table.events_of(RoundEnded)
    assert table.blue.tries("end").rule == "TB-36", "said already"
    table.red.ends_round()
    assert table.last(RoundEnded).number == 1


@pytest.mark.rule("TB-37")
def test_the_rounds_card_is_discarded_and_standing_orders_goes_back_to_the_hand() -> None:
    table = activation("Standing Orders", "Push")
    assert [event.name for event in table.events_of(CardReturned)] == ["Standing Orders"], "before the Activation Phase"
    assert table.game.view(table.state).seats[0].card is not None, "it still is the round's card"
    table.end_round()
    assert [event.name for event in table.events_of(CardDiscarded)] == ["Push"]
    assert sorted(table.blue.hand) == ["Ambush", "Assault", "Push", "Standing Orders"]
    assert sorted(table.red.hand) == ["Ambush", "Assault", "Standing Orders"]
    assert not table.red.may_lock("Push"), "a discarded card is not in the hand"


@pytest.mark.rule("TB-37")
def test_a_permanent_card_stays_until_it_is_discarded() -> None:
    lasting = replace(card("Lasting", 1), permanent=True)
    table = skirmish(cards=[lasting])
    table.command_phase("Lasting", "Push")
    table.end_round()
    assert (table.blue.side.lasting, table.blue.side.discard) == ((lasting.id,), ())
    assert table.red.tries("card.discard", lasting.id).rule == "TB-37"
    table.blue.answers("card.discard", lasting.id)
    assert (table.blue.side.lasting, table.blue.side.discard) == ((), (lasting.id,))


@pytest.mark.rule("TB-38")
def test_the_next_round_begins_with_the_table_cleared() -> None:
    table = activation()
    table.end_round()
    assert table.last(RoundBegan).number == 2
    assert table.step == "select"
    assert table.state.priority is None
    for player in (table.blue, table.red):
        assert player.pool == {}
        assert player.side.play.passes == 0
        assert not any(t.face_up or t.ordered or t.activations for t in player.side.troops)


@pytest.mark.rule("TB-38")
@pytest.mark.parametrize("rounds", [1, 2])
def test_after_the_last_round_the_match_is_over(rounds: int) -> None:
    table = Tabletop(army(VEERS, VADER, AT_ST), army(LEIA, REBELS), game=Legion2024(rounds=rounds))
    for first in ("Ambush", "Assault")[:rounds]:
        assert not table.game.over(table.state)
        table.command_phase(first, "Push" if first == "Ambush" else "Standing Orders")
        table.end_round()
    assert table.last(AllRoundsPlayed).rounds == rounds
    assert table.game.over(table.state)
    assert table.prompts() == ()
    assert table.blue.tries("defeat", "Veers").rule == "TB-20"


@pytest.mark.rule("TB-38")
def test_the_current_rulebook_has_five_rounds() -> None:
    assert Legion2024().rounds == 5


@pytest.mark.rule("TB-43")
def test_a_card_can_be_taken_back_from_the_discard_pile_and_is_named() -> None:
    table = activation()
    table.end_round()
    table.both_play("Push", "Ambush")
    assert table.blue.offered("card.recover") == ["legion.card.ambush"]
    assert table.blue.tries("card.recover", "legion.card.push").rule == "TB-43"
    (asked,) = table.blue.answers("card.recover", "legion.card.ambush")
    assert isinstance(asked, ConsentAsked)
    agree = table.red.asked("consent.agree")
    assert agree is not None
    assert text("legion.consent.recover", card=plain("Ambush")) in dict(agree.ask.args).values()
    _, recovered = table.red.answers("consent.agree", "yes")
    assert "Ambush" in table.blue.hand
    assert table.blue.side.discard == ()
    line = table.game.line(recovered)
    assert line is not None
    assert dict(line.args)["name"] == "Ambush"


@pytest.mark.rule("TB-95")
def test_the_players_keep_the_points_of_the_classic_game_and_the_table_those_of_the_current_one() -> None:
    state = activation().state
    assert [game.keeps_points(state) for game in (Legion2024(), LegionClassic())] == [False, True]
