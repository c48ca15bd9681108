"""Like units are one choice (TB-128), and the last activation ends its player's round (TB-36)."""

import pytest

from table.games.legion.rules.activation.turn_events import TokenDrawn, UnitActivated
from table.rules.prompts import ChooseOne
from table.rules.seats import BLUE
from tests.games.legion.rules.kit import DROIDS, LEIA, REBELS, SNOWTROOPERS, VEERS, Tabletop, army, keyword

BARE = army(LEIA)


@pytest.mark.rule("TB-128")
def test_of_like_units_with_an_order_one_is_offered_and_each_accepted() -> None:
    table = Tabletop(army(SNOWTROOPERS, SNOWTROOPERS, SNOWTROOPERS, VEERS), BARE)
    table.both_play("Push", "Assault")
    table.blue.answers("orders", ("Snowtroopers 1", "Snowtroopers 3"))
    table.issue_all()
    assert table.blue.offered("turn") == ["Snowtroopers 1", "draw"]
    table.blue.answers("turn", "Snowtroopers 3")
    assert table.last(UnitActivated).name == "Snowtroopers 3"


@pytest.mark.rule("TB-128")
def test_a_draw_that_fits_like_units_alone_activates_one() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), BARE)
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "draw")
    assert table.last(UnitActivated).name == "Snowtroopers 1"


@pytest.mark.rule("TB-128")
@pytest.mark.parametrize("other", [DROIDS, keyword("inspire", SNOWTROOPERS, words="1")], ids=["card", "keyword"])
def test_another_card_or_keyword_is_another_kind(other: object) -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, other), BARE)  # type: ignore[arg-type]
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "draw")
    assert len(table.blue.offered("unit")) == 2


def with_only_corps_in_the_pool() -> Tabletop:
    table = Tabletop(army(VEERS, SNOWTROOPERS, DROIDS), BARE)
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.activates("Veers")
    table.red.activates("Leia")
    return table


@pytest.mark.rule("TB-29")
def test_where_only_one_rank_is_left_a_draw_asks_at_once_for_which_unit_it_is() -> None:
    table = with_only_corps_in_the_pool()
    asked = table.blue.asked("turn")
    assert isinstance(asked, ChooseOne)
    assert [option.label.key for option in asked.options if option.hold] == ["legion.turn.sure"] * 2
    table.blue.answers("turn", DROIDS.name)
    assert table.last(UnitActivated) == UnitActivated(BLUE, table.last(UnitActivated).unit, DROIDS.name, drawn=True)
    assert table.last(TokenDrawn).rank == "corps"
    assert table.blue.pool == {"corps": 1}


@pytest.mark.rule("LA-10")
def test_a_hidden_token_on_a_card_keeps_the_pool_unknown() -> None:
    table = with_only_corps_in_the_pool()
    table.blue.with_consent("park", "random")
    assert "draw" in table.blue.offered("turn")


@pytest.mark.rule("TB-128")
@pytest.mark.rule("TB-32")
def test_a_defeated_one_is_distinguished_by_its_activation() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), BARE)
    table.command_phase("Ambush", "Push")
    table.blue.answers("turn", "draw")
    asked = table.blue.asked("defeat")
    assert isinstance(asked, ChooseOne)
    assert [option.label.key for option in asked.options] == [
        "legion.name", "legion.unit.done", "legion.unit.ready",
    ]  # fmt: skip


@pytest.mark.rule("TB-36")
def test_who_ends_the_last_activation_has_reported_that_the_round_is_over() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS))
    table.command_phase("Ambush", "Push")
    table.end_activation()
    assert (table.blue.asked("end") is not None, table.red.asked("end")) == (True, None)
    table.blue.answers("end")
    assert table.state.round == 2


@pytest.mark.rule("TB-36")
def test_the_points_of_the_last_round_are_confirmed_by_both() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS))
    for name in ("Ambush", "Push", "Assault", "Standing Orders"):
        table.command_phase(name, name)
        table.end_round()
    table.command_phase("Standing Orders", "Standing Orders")
    table.end_activation()
    assert table.blue.asked("end")
    assert table.red.asked("end")


@pytest.mark.rule("TB-36")
def test_another_activation_after_the_last_asks_both_again() -> None:
    table = Tabletop(army(VEERS), army(LEIA, REBELS))
    table.command_phase("Ambush", "Push")
    while not (table.red.asked("turn.end") and not table.state.blue.play.pool and not table.state.red.play.pool):
        table.first_offered()
    table.red.with_consent("token.return")
    table.first_offered()
    assert not any(table.state.play(seat).ended for seat in (table.blue.seat, table.red.seat))
