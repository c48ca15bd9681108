"""A card dictates the opponent's turns: the rank of the first draw, a unit that comes first or last: TB-52, TB-53."""

import pytest
from msgspec.structs import replace

from table.games.legion.rules.activation.turn_events import (
    DrawDictated,
    DrawWasted,
    TokenDictated,
    TokenDrawn,
    UnitHeld,
)
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.state import LegionBattle
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE, RED
from table.rules.tokens import HandOut
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VEERS,
    Tabletop,
    army,
    card,
    does,
    unit,
)

WOOKIEES = unit("Wookiees", Rank.SPECIAL)


def dictating(act: Act | None, *, by_hand: bool = False, chance: tuple[int, ...] = ()) -> Tabletop:
    """Blue's card does this, or nothing; red has orders for Leia and one squad, and two ranks in its pool."""
    plan = card("Plan", 1) if act is None else does(card("Plan", 1), act)
    game = Legion2024(draws_by_hand=by_hand)
    red = army(LEIA, REBELS, REBELS, WOOKIEES)
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST, cards=[plan]), red, chance=chance, game=game)
    table.both_play("Plan", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    assert table.state.step == "activation"
    return table


def blue_goes_first(table: Tabletop) -> Tabletop:
    table.blue.answers("turn", "Veers")
    table.blue.answers("turn.end")
    return table


@pytest.mark.rule("TB-52")
def test_the_first_draw_is_of_the_rank_that_the_opponents_card_names_and_the_next_is_chance() -> None:
    table = dictating(Act.OPPONENT_DRAW, chance=(0,))
    assert table.red.pool == {"corps": 1, "special": 1}
    assert table.blue.answers("dictate", "special") == (DrawDictated(RED, Rank.SPECIAL),)
    assert table.blue.asked("dictate") is None, "once a round"
    blue_goes_first(table)
    drawn = table.red.answers("turn", "draw")[0]
    assert drawn == TokenDictated(RED, Rank.SPECIAL)
    assert table.game.hand_outs(drawn) == (HandOut(RED, "special", 1),)
    assert table.state.questions == 0, "no chance was asked"
    table.red.answers("turn.end")
    assert table.red.side.play.draws == ""


@pytest.mark.rule("TB-52")
def test_it_is_offered_by_the_card_alone_until_the_opponent_has_drawn() -> None:
    assert dictating(None).blue.asked("dictate") is None
    assert dictating(Act.OPPONENT_DRAW, by_hand=True).blue.asked("dictate") is None, "they draw from their own bag"
    table = blue_goes_first(dictating(Act.OPPONENT_DRAW, chance=(0,)))
    assert table.red.asked("dictate") is None
    assert table.blue.asked("dictate")
    table.red.answers("turn", "draw")
    assert table.blue.asked("dictate") is None


@pytest.mark.rule("TB-52")
@pytest.mark.rule("LA-04")
def test_a_dictated_token_without_a_unit_leaves_the_game_and_is_not_handed_out() -> None:
    table = dictating(Act.OPPONENT_DRAW)
    table.blue.answers("dictate", "special")
    table.red.answers("defeat", "Wookiees")
    blue_goes_first(table)
    drawn = table.red.answers("turn", "draw")[0]
    assert drawn == TokenDictated(RED, Rank.SPECIAL, lost=True)
    assert table.game.hand_outs(drawn) == ()
    assert table.last(DrawWasted) == DrawWasted(RED, Rank.SPECIAL)


@pytest.mark.rule("TB-53")
def test_a_unit_that_is_held_back_waits_for_all_others_and_for_all_draws() -> None:
    table = dictating(Act.HOLD_ENEMY_UNIT)
    leia = table.red.unit("Leia").unit.id
    assert table.blue.answers("hold", f"last:{leia}") == (UnitHeld(RED, leia, "Leia", first=False),)
    assert table.blue.asked("hold") is None, "one unit a round"
    blue_goes_first(table)
    assert "Leia" not in table.red.offered("turn")
    assert "draw" in table.red.offered("turn")
    assert table.red.tries("turn", "Leia").rule == "TB-53"
    held = replace(table.state, red=replace(table.red.side, play=replace(table.red.side.play, pool=())))
    alone = [option for option in turns(held) if option != "pass"]
    assert alone == [troop.unit.id for troop in table.red.side.troops if troop.face_up and troop.unit.id != leia]
    others = tuple(replace(troop, face_up=troop.face_up and troop.unit.id == leia) for troop in held.red.troops)
    last = replace(held, red=replace(held.red, troops=others))
    assert leia in turns(last), "nobody else is left"


@pytest.mark.rule("TB-53")
def test_a_unit_that_comes_first_leaves_no_other_turn_while_its_token_lies_face_up() -> None:
    table = dictating(Act.HOLD_ENEMY_UNIT)
    leia = table.red.unit("Leia").unit.id
    table.blue.answers("hold", f"first:{leia}")
    blue_goes_first(table)
    assert table.red.offered("turn") == ["Leia"], "no draw, and no pass"
    table.red.answers("turn", "Leia")
    table.red.answers("turn.end")
    blue_goes_on = table.blue.offered("turn")
    assert "draw" in blue_goes_on, "and blue's turns are its own"
    assert not table.red.unit("Leia").face_up


@pytest.mark.rule("TB-53")
def test_no_unit_is_held_without_such_a_card_and_a_defeated_one_holds_nobody_up() -> None:
    assert dictating(None).blue.asked("hold") is None
    table = dictating(Act.HOLD_ENEMY_UNIT)
    assert table.red.asked("hold") is None
    table.blue.answers("hold", f"first:{table.red.unit('Leia').unit.id}")
    table.red.answers("defeat", "Leia")
    blue_goes_first(table)
    assert "draw" in table.red.offered("turn")
    assert table.state.side(BLUE).play.held == ""


def turns(battle: LegionBattle) -> list[str]:
    """Return what red can do with its turn."""
    prompt = next(p for p in Legion2024().prompts(battle) if (p.key, p.seat) == ("turn", RED))
    assert isinstance(prompt, ChooseOne)
    return [option.id for option in prompt.options]


@pytest.mark.rule("TB-53")
def test_who_must_activate_one_unit_first_cannot_pass_and_whose_unit_comes_last_can() -> None:
    for when, passes in (("first", False), ("last", True)):
        table = dictating(Act.HOLD_ENEMY_UNIT)
        leia = table.red.unit("Leia").unit.id
        table.state = replace(table.state, red=replace(table.red.side, play=replace(table.red.side.play, passes=2)))
        table.blue.answers("hold", f"{when}:{leia}")
        blue_goes_first(table)
        assert ("pass" in turns(table.state)) is passes


@pytest.mark.rule("TB-53")
def test_a_unit_without_a_token_that_comes_first_holds_nobody_up() -> None:
    """Its token is in the pool: nothing states when it is drawn."""
    table = dictating(Act.HOLD_ENEMY_UNIT)
    squad = table.red.unit("Wookiees").unit.id
    table.state = replace(table.state, red=replace(table.red.side, play=replace(table.red.side.play, passes=2)))
    table.blue.answers("hold", f"first:{squad}")
    blue_goes_first(table)
    assert {"draw", "pass"} <= set(turns(table.state))


@pytest.mark.rule("TB-53")
def test_a_unit_that_was_activated_cannot_be_held() -> None:
    table = dictating(Act.HOLD_ENEMY_UNIT)
    leia = table.red.unit("Leia").unit.id
    spent = tuple(replace(t, activations=1) if t.unit.id == leia else t for t in table.red.side.troops)
    table.state = replace(table.state, red=replace(table.red.side, troops=spent))
    assert f"first:{leia}" not in table.blue.offered("hold")
    fallen = tuple(replace(t, defeated=True) if t.name == "Wookiees" else t for t in spent)
    table.state = replace(table.state, red=replace(table.red.side, troops=fallen))
    assert {each.partition(":")[2] for each in table.blue.offered("hold")} == {
        t.unit.id for t in fallen if t.unit.id != leia and not t.defeated
    }


@pytest.mark.rule("TB-52")
@pytest.mark.rule("TB-53")
@pytest.mark.parametrize(("act", "key"), [(Act.OPPONENT_DRAW, "dictate"), (Act.HOLD_ENEMY_UNIT, "hold")])
def test_nobody_waits_for_what_a_card_may_dictate(act: Act, key: str) -> None:
    asked = dictating(act).blue.asked(key)
    assert asked is not None
    assert asked.standing


@pytest.mark.rule("TB-52")
def test_a_rank_that_the_pool_has_no_token_of_any_more_is_drawn_by_chance() -> None:
    table = dictating(Act.OPPONENT_DRAW, chance=(0,))
    table.blue.answers("dictate", "special")
    blue_goes_first(table)
    pool = (("corps", 1),)
    table.state = replace(table.state, red=replace(table.red.side, play=replace(table.red.side.play, pool=pool)))
    drawn = table.red.answers("turn", "draw")[0]
    assert isinstance(drawn, TokenDrawn)
    assert drawn.rank == "corps"
