"""Places and moves of order tokens: docs/play/rules/table.md, TB-31, TB-39 to TB-42 and TB-45."""

import pytest

from table.games.legion.rules.activation.turn_events import DrawWasted, TokenDrawn, TurnSkipped
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.pools.pool_events import TokenLookedAt
from table.games.legion.rules.round_events import RoundEnded
from table.rules.seats import BLUE, RED
from table.rules.tokens import HandBack, HandOut
from tests.games.legion.rules.kit import (
    DARK_TROOPERS,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    activation,
    alone_in_the_pool,
    army,
    skirmish,
)


@pytest.mark.rule("TB-31")
def test_what_the_dispenser_hands_out() -> None:
    table = activation(chance=(3,))
    assert [out for event in table.journal for out in table.game.hand_outs(event)] == [
        HandOut(BLUE, "commander", 1), HandOut(RED, "commander", 1), HandOut(RED, "corps", 1),
        HandOut(RED, "advantage", 1),
    ]  # fmt: skip
    table.blue.answers("turn", "draw")
    assert table.game.hand_outs(table.last(TokenDrawn)) == (HandOut(BLUE, "heavy", 1),)


@pytest.mark.rule("TB-31")
def test_at_the_end_of_a_round_every_token_on_the_table_comes_back() -> None:
    table = activation()
    table.end_activation()
    table.blue.ends_round()
    before = table.state
    table.red.ends_round()
    back = table.game.hand_backs(before, table.last(RoundEnded))
    assert set(back) == {
        HandBack(BLUE, "commander", 1), HandBack(BLUE, "operative", 1), HandBack(BLUE, "corps", 2),
        HandBack(BLUE, "heavy", 1), HandBack(RED, "commander", 1), HandBack(RED, "corps", 2),
        HandBack(RED, "advantage", 1),
    }  # fmt: skip
    assert (table.blue.side.out, table.red.side.out) == ((), ())


@pytest.mark.rule("TB-31")
def test_the_most_that_a_round_can_ask_for() -> None:
    table = skirmish()
    table.blue.answers("defeat", "AT-ST")
    assert set(table.game.worst_case(table.state)) == {
        HandOut(BLUE, "commander", 1), HandOut(BLUE, "operative", 1), HandOut(BLUE, "corps", 2),
        HandOut(RED, "commander", 1), HandOut(RED, "corps", 2),
    }  # fmt: skip


@pytest.mark.rule("TB-39")
def test_a_face_up_token_can_go_back_into_the_pool() -> None:
    table = activation()
    before = table.state
    (back,) = table.blue.with_consent("token.back", "Veers")
    assert table.game.hand_backs(before, back) == (HandBack(BLUE, "commander", 1, later=True),)
    assert table.blue.pool == {"commander": 1, "operative": 1, "corps": 2, "heavy": 1}
    assert table.blue.offered("turn") == ["draw"]
    assert table.blue.tries("token.back", "AT-ST").rule == "TB-39"


@pytest.mark.rule("TB-39")
def test_before_the_pool_is_made_it_is_counted_when_it_is_made() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "AT-ST")
    table.blue.with_consent("token.back", "AT-ST")
    assert table.blue.tries("orders", "AT-ST").rule == "LG-44", "it has had its order"
    table.blue.answers("orders", "Veers")
    table.issue_all()
    assert table.blue.pool == {"operative": 1, "corps": 2, "heavy": 1}


@pytest.mark.rule("TB-40")
@pytest.mark.parametrize("key", ["order.extra", "promote", "token.second", "token.look"])
def test_while_a_token_is_looked_at_nothing_else_reaches_into_the_pool(key: str) -> None:
    table = alone_in_the_pool(DARK_TROOPERS)
    table.blue.with_consent("token.look")
    value = None if key == "token.look" else "Dark Troopers"
    assert table.blue.asked(key) is None
    assert table.blue.tries(key, value).rule == "TB-40"
    table.blue.answers("token.looked")
    table.blue.answers(key, value)


@pytest.mark.rule("TB-40")
def test_nor_does_a_token_go_into_the_pool_by_another_way() -> None:
    table = skirmish()
    table.command_phase("Push", "Assault")
    placed = next(troop.name for troop in table.blue.side.troops if troop.face_up)
    other = next(troop.name for troop in table.blue.side.troops if troop.face_up and troop.name != placed)
    table.blue.with_consent("park", placed)
    table.blue.with_consent("token.look")
    assert table.blue.tries("token.back", other).rule == "TB-40"
    assert not [option for option in table.blue.offered("park.back") if option.endswith(">pool")]
    assert table.red.asked("token.back"), "the other seat's pool is its own"


@pytest.mark.rule("TB-40")
def test_a_token_that_is_looked_at_is_paid_out_and_put_back() -> None:
    table = activation(chance=(3,))
    pool = table.blue.pool
    (looked,) = table.blue.with_consent("token.look")
    assert looked == TokenLookedAt(BLUE, Rank.HEAVY, 0)
    assert table.game.hand_outs(looked) == (HandOut(BLUE, "heavy", 1, fallen=True),)
    assert table.blue.pool == {"operative": 1, "corps": 2}
    assert table.blue.tries("token.look").rule == "TB-40", "one at a time"
    before = table.state
    (shuffled,) = table.blue.answers("token.looked")
    assert table.game.hand_backs(before, shuffled) == (HandBack(BLUE, "heavy", 1, later=True, unnamed=1),)
    assert table.blue.pool == pool


@pytest.mark.rule("TB-40")
def test_what_was_looked_at_is_not_reported_to_the_table() -> None:
    seen = []
    for place in (0, 3):
        table = activation(chance=(place,))
        (looked,) = table.blue.with_consent("token.look")
        line, view, asked = table.game.line(looked), table.game.view(table.state), table.prompts()
        (back,) = table.blue.answers("token.looked")
        seen.append((line, view, asked, table.game.line(back)))
    assert seen[0] == seen[1]


@pytest.mark.rule("TB-40")
def test_looking_at_the_last_token_costs_no_turn() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "Veers")
    table.red.answers("turn", "Leia")
    table.blue.with_consent("token.look")
    assert not table.events_of(TurnSkipped)
    table.blue.answers("token.looked")
    assert table.blue.offered("turn") == ["draw"]


@pytest.mark.rule("TB-41")
def test_an_order_from_another_source_pays_out_no_second_token() -> None:
    table = alone_in_the_pool()
    table.blue.with_consent("park", "pool:heavy")
    assert table.blue.asked("order.extra") is None
    table.blue.with_consent("token.second", "AT-ST")
    table.blue.with_consent("park", "pool:heavy")
    assert table.blue.asked("order.extra") is None, "no token of this rank is left in the pool"
    table.blue.with_consent("park.back", "heavy>2")
    assert table.blue.unit("AT-ST").face_up


@pytest.mark.rule("TB-41")
def test_a_token_can_be_put_on_a_command_card_and_taken_back() -> None:
    table = activation()
    table.blue.with_consent("park", "Veers")
    assert "Veers" not in table.blue.offered("turn")
    (parked,) = table.blue.with_consent("park", "pool:heavy")
    assert table.game.hand_outs(parked) == (HandOut(BLUE, "heavy", 1),)
    assert dict(table.blue.side.play.parked) == {"commander": 1, "heavy": 1}
    assert table.blue.offered("park.back") == ["commander>pool", "commander>1", "heavy>pool", "heavy>5"]
    table.blue.with_consent("park.back", "heavy>5")
    assert table.blue.unit("AT-ST").face_up
    before = table.state
    (back,) = table.blue.answers("park.back", "commander>pool")
    assert table.game.hand_backs(before, back) == (HandBack(BLUE, "commander", 1, later=True),)
    assert table.blue.pool == {"commander": 1, "operative": 1, "corps": 2}
    assert table.blue.tries("park.back", "heavy>pool").rule == "TB-41"


@pytest.mark.rule("TB-41")
def test_a_token_on_a_card_is_not_in_the_pool_that_is_made() -> None:
    table = skirmish()
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "AT-ST")
    table.blue.with_consent("park", "AT-ST")
    table.issue_all()
    assert "heavy" not in table.blue.pool


@pytest.mark.rule("TB-42")
def test_a_card_can_give_an_advantage_token() -> None:
    table = activation()
    (gained,) = table.blue.with_consent("advantage")
    assert table.game.hand_outs(gained) == (HandOut(BLUE, "advantage", 1),)
    assert "pass" in table.blue.offered("turn")


@pytest.mark.rule("TB-42")
@pytest.mark.rule("LG-48")
def test_while_the_die_is_awaited_the_cards_of_the_round_give_already() -> None:
    table = skirmish()
    table.both_play("Push", "Push")
    assert table.blue.asked("roll")
    table.blue.with_consent("order.extra", "AT-ST")
    table.red.with_consent("advantage")
    assert (table.blue.unit("AT-ST").ordered, table.red.side.play.passes) == (True, 1)
    assert table.blue.asked("roll")


@pytest.mark.rule("TB-42")
def test_one_gained_before_the_pass_pool_is_made_stays_in_it() -> None:
    table = skirmish()
    table.both_play("Ambush", "Push")
    table.red.with_consent("advantage")
    table.issue_all()
    assert table.red.side.play.passes == 2


@pytest.mark.rule("TB-45")
def test_a_second_token_is_a_second_activation() -> None:
    table = activation(chance=(3, 3))
    table.blue.with_consent("token.second", "AT-ST")
    assert table.blue.pool["heavy"] == 2
    assert table.blue.tries("token.second", "AT-ST").rule == "TB-45"
    table.blue.answers("turn", "draw")
    table.red.answers("turn", "Leia")
    table.blue.answers("turn", "draw")
    assert table.blue.unit("AT-ST").activations == 2
    assert not table.events_of(DrawWasted)


@pytest.mark.rule("TB-45")
def test_a_second_token_joins_the_pool_of_every_round() -> None:
    table = skirmish()
    table.both_play("Push", "Ambush")
    table.blue.with_consent("token.second", "AT-ST")
    table.red.answers("orders", "Leia")
    table.blue.answers("orders", "AT-ST")
    table.blue.answers("orders", "Veers")
    assert table.blue.pool["heavy"] == 1, "one lies face up, one is in the pool"
