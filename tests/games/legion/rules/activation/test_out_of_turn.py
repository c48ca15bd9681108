"""Units activated out of turn, tokens turned face down, tokens laid aside: LA-07, LA-08, LA-10."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import DrawWasted, UnitActivated
from table.games.legion.rules.consent import ConsentAsked
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Rank, Timing
from table.games.legion.rules.model.labels import plain
from table.games.legion.rules.pools.pool_events import TokenSetAside, TokenTurned
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.tokens import HandOut
from tests.games.legion.rules.kit import (
    AT_ST,
    DROIDS,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    activation,
    army,
    card,
)


@pytest.mark.rule("LA-07")
def test_a_unit_is_activated_out_of_turn_and_the_turns_go_on_where_they_were() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    table.red.with_consent("turn.extra", "Leia")
    assert not table.red.unit("Leia").face_up
    assert [now.seat for now in table.state.going_on] == [BLUE, RED]
    assert table.red.asked("turn") is None, "red is at something itself"
    assert table.blue.tries("turn.end").rule == "LA-06", "first Leia's"
    table.red.answers("turn.end")
    assert table.blue.asked("turn.end"), "Veers goes on"
    table.blue.answers("turn.end")
    assert table.state.turn is RED
    assert table.red.offered("turn") == ["Rebels 1", "draw", "pass"]


@pytest.mark.rule("LA-07")
def test_before_the_turn_is_taken_it_is_still_to_be_taken() -> None:
    table = activation()
    table.red.with_consent("turn.extra", "Leia")
    table.red.answers("turn.end")
    assert table.state.turn is BLUE
    assert table.blue.asked("turn")


@pytest.mark.rule("LA-06")
@pytest.mark.rule("LA-07")
def test_who_has_the_turn_may_begin_it_while_the_other_acts_out_of_turn() -> None:
    table = activation()
    table.red.with_consent("turn.extra", "Leia")
    asked = table.blue.asked("turn")
    assert asked is not None
    assert asked.standing
    table.blue.answers("turn", "Veers")
    assert [(now.seat, now.unit) for now in table.state.going_on] == [(BLUE, "1")]
    assert table.state.turn is BLUE


@pytest.mark.rule("LA-07")
def test_a_second_unit_of_ones_own_follows_at_once() -> None:
    table = activation("Push")
    first, second = (troop.name for troop in table.blue.side.troops if troop.face_up)
    table.blue.answers("turn", first)
    table.blue.with_consent("turn.extra", second)
    table.blue.answers("turn.end")
    table.blue.answers("turn.end")
    assert [event.name for event in table.events_of(UnitActivated)] == [first, second]
    assert table.state.turn is RED


@pytest.mark.rule("LA-07")
@pytest.mark.rule("TB-51")
def test_a_token_out_of_the_pool_needs_consent_and_is_handed_out() -> None:
    table = activation()
    table.blue.answers("turn", "Veers")
    (activated,) = table.blue.with_consent("turn.extra", "pool:5")
    assert isinstance(activated, UnitActivated)
    assert (activated.name, activated.out_of_turn, activated.lasts) == ("AT-ST", True, True)
    assert table.game.hand_outs(activated) == (HandOut(BLUE, "heavy", 1),)
    assert "heavy" not in table.blue.pool
    assert table.blue.unit("AT-ST").left == 0


@pytest.mark.rule("LA-07")
@pytest.mark.rule("LA-08")
def test_a_unit_whose_token_is_in_the_pool_is_offered_as_that() -> None:
    table = activation()
    for key in ("turn.extra", "token.down"):
        asked = table.blue.asked(key)
        assert isinstance(asked, ChooseOne)
        assert [option.label for option in asked.options if option.id == "pool:5"] == [
            text("legion.turn.pool", unit=plain("AT-ST"))
        ]


@pytest.mark.rule("LA-07")
@pytest.mark.rule("LA-08")
def test_while_a_drawn_token_waits_for_its_unit_nothing_is_taken_out_of_the_pool() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, DROIDS), army(LEIA, REBELS, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "draw")
    assert table.blue.asked("unit")
    for player in (table.blue, table.red):
        assert player.asked("turn.extra") is None
    assert table.blue.offered("token.down") == ["Veers"]


@pytest.mark.rule("LA-08")
@pytest.mark.parametrize("step", ["orders", "pass_pool"])
def test_as_soon_as_tokens_lie_face_up_they_can_be_turned(step: str) -> None:
    late = card("Late", 1, timing=Timing.COMMAND_END)
    table = Tabletop(army(VEERS, AT_ST, cards=[late]), army(LEIA, REBELS, REBELS))
    table.both_play("Late", "Push")
    table.blue.answers("orders", "Veers")
    while table.step != step:
        table.first_offered()
    assert table.blue.offered("token.down") == ["Veers"]
    table.blue.with_consent("token.down", "Veers")
    assert table.blue.unit("Veers").left == 0


@pytest.mark.rule("LA-08")
def test_a_token_is_turned_face_down_without_an_activation() -> None:
    table = activation()
    table.red.with_consent("token.down", "Leia")
    assert table.red.unit("Leia").left == 0
    assert table.events_of(UnitActivated) == []
    table.blue.activates("Veers")
    assert "Leia" not in table.red.offered("turn")
    assert table.red.pool == {"corps": 1}, "it did not go into the pool"


@pytest.mark.rule("LA-08")
@pytest.mark.rule("TB-51")
def test_a_token_of_the_pool_is_laid_face_down_beside_its_unit() -> None:
    table = activation()
    (turned,) = table.blue.with_consent("token.down", "pool:5")
    assert turned == TokenTurned(BLUE, "5", "AT-ST", Rank.HEAVY, pooled=True)
    assert table.game.hand_outs(turned) == (HandOut(BLUE, "heavy", 1),)
    assert "heavy" not in table.blue.pool
    table.end_activation()
    assert "AT-ST" not in [event.name for event in table.events_of(UnitActivated)]


@pytest.mark.rule("LA-08")
def test_in_the_next_round_the_unit_has_its_token_again() -> None:
    table = activation()
    table.red.with_consent("token.down", "Leia")
    table.end_round()
    assert table.red.unit("Leia").left == 1


@pytest.mark.rule("LA-10")
def test_chance_lays_a_token_aside_and_only_its_owner_sees_which() -> None:
    views = []
    for place in (0, 3):
        table = activation(chance=(place,))
        (laid,) = table.blue.with_consent("park", "random")
        assert isinstance(laid, TokenSetAside)
        assert laid.final, "who saw it cannot undo it"
        views.append((table.game.line(laid), table.game.view(table.state), table.prompts()))
    assert views[0] == views[1]
    assert table.blue.side.play.aside == (Rank.HEAVY,)
    assert table.game.hand_outs(laid) == (HandOut(BLUE, "heavy", 1),)


@pytest.mark.rule("LA-10")
def test_while_it_is_hidden_no_question_lists_the_rest_of_the_pool() -> None:
    table = activation(chance=(3,))
    table.blue.with_consent("park", "random")
    assert table.blue.asked("draw.by_hand") is None
    assert table.blue.asked("order.extra") is None
    for key in ("park", "turn.extra", "token.down"):
        assert not [option for option in table.blue.offered(key) if option.startswith("pool:")]


@pytest.mark.rule("LA-10")
def test_it_is_used_instead_of_a_draw() -> None:
    table = activation(chance=(3,))
    table.blue.with_consent("park", "random")
    assert table.blue.offered("turn") == ["aside:1", "Veers", "draw"]
    table.blue.answers("turn", "aside:1")
    assert table.last(UnitActivated).name == "AT-ST"
    assert table.blue.side.play.aside == ()


@pytest.mark.rule("LA-10")
def test_of_several_each_is_named_by_its_place() -> None:
    table = activation(chance=(3, 0))
    table.blue.with_consent("park", "random")
    table.blue.with_consent("park", "random")
    assert [*table.blue.side.play.aside] == [Rank.HEAVY, Rank.OPERATIVE]
    table.blue.answers("turn", "aside:2")
    assert table.last(UnitActivated).name == "Vader"
    assert [*table.blue.side.play.aside] == [Rank.HEAVY]


@pytest.mark.rule("LA-10")
def test_one_that_was_chosen_is_used_instead_of_a_draw_too() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, DROIDS), army(LEIA, REBELS, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.with_consent("park", "pool:corps")
    assert "parked:corps" in table.blue.offered("turn")
    table.blue.answers("turn", "parked:corps")
    assert table.blue.offered("unit") == ["Snowtroopers", "Droids"]
    assert table.blue.side.play.parked == ()


@pytest.mark.rule("LA-10")
@pytest.mark.rule("LA-04")
def test_one_for_no_unit_leaves_the_game_like_a_drawn_one() -> None:
    table = activation(chance=(3,))
    table.blue.with_consent("park", "random")
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "aside:1")
    assert table.last(DrawWasted) == DrawWasted(BLUE, Rank.HEAVY)
    assert table.blue.offered("turn") == ["Veers", "draw", "pass"]


@pytest.mark.rule("LA-10")
@pytest.mark.parametrize(("act", "answer"), [(Act.TOKEN_PARK_RANDOM, "random"), (Act.TOKEN_PARK_CHOSEN, "pool:corps")])
def test_a_card_that_is_known_to_do_so_needs_no_consent(act: Act, answer: str) -> None:
    ambition = replace(card("Ambition", 1), acts=(CardAct(act, "3"),))
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST, cards=[ambition]), army(LEIA, REBELS))
    table.both_play("Ambition", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.answers("park", answer)
    assert table.events_of(ConsentAsked) == []
    assert len(table.blue.side.play.aside) + len(table.blue.side.play.parked) == 1


@pytest.mark.rule("LA-10")
@pytest.mark.rule("TB-75")
def test_out_of_a_bag_of_their_own_the_players_say_which_token_it_was() -> None:
    table = Tabletop(army(VEERS, AT_ST), army(LEIA, REBELS), game=Legion2024(draws_by_hand=True))
    table.command_phase("Ambush", "Push")
    assert "random" not in table.blue.offered("park")
