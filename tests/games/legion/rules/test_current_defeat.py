"""Units that are defeated, are not defeated after all, or are promoted: docs/play/rules/table.md, TB-32 to TB-34."""

import pytest

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.units.unit_events import UnitPromoted, UnitRestored
from table.rules.prompts import ChooseSome
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


@pytest.mark.rule("TB-32")
def test_a_defeated_units_face_up_token_goes_and_its_token_in_the_pool_stays() -> None:
    table = activation()
    table.blue.answers("defeat", "Veers")
    assert not table.blue.unit("Veers").face_up
    assert table.blue.tries("turn", "Veers").rule == "TB-32"
    table.blue.answers("defeat", "AT-ST")
    assert table.blue.pool == {"operative": 1, "corps": 2, "heavy": 1}


@pytest.mark.rule("TB-32")
def test_a_unit_can_be_defeated_at_any_time_and_gets_no_order_then() -> None:
    table = skirmish()
    table.blue.answers("defeat", "Vader")
    table.both_play("Push", "Assault")
    assert "Vader" not in table.blue.offered("orders")
    assert table.blue.tries("orders", "Vader").rule == "TB-32"
    assert table.blue.tries("defeat", "Vader").rule == "TB-32", "only once"
    assert table.game.view(table.state).seats[0].pieces[1].state == "gone"


def test_a_defeated_unit_stays_defeated_in_the_next_round() -> None:
    table = activation()
    table.blue.answers("defeat", "AT-ST")
    table.end_round()
    assert table.blue.unit("AT-ST").defeated


@pytest.mark.rule("TB-33")
def test_a_unit_that_was_not_defeated_after_all_has_its_token_again() -> None:
    table = activation()
    table.blue.answers("defeat", "Veers")
    table.blue.answers("restore", "Veers")
    table.blue.answers("restore.why", "slip")
    assert table.blue.unit("Veers").face_up
    assert "Veers" in table.blue.offered("turn")
    assert table.blue.tries("restore", "Veers").rule == "TB-33"


@pytest.mark.rule("TB-33")
def test_a_token_drawn_in_vain_meanwhile_is_put_into_the_pool_again() -> None:
    table = activation(chance=(3,))
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("turn", "draw")
    assert "heavy" not in table.blue.pool
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.pool["heavy"] == 1


@pytest.mark.rule("TB-33")
def test_a_token_that_is_still_there_is_not_put_in_twice() -> None:
    table = activation()
    pool = table.blue.pool
    table.blue.answers("defeat", "AT-ST")
    table.blue.answers("restore", "AT-ST")
    table.blue.answers("restore.why", "slip")
    assert table.blue.pool == pool


@pytest.mark.rule("TB-34")
def test_a_promotion_changes_the_rank_and_so_the_token_in_the_pool() -> None:
    table = activation()
    table.blue.with_consent("promote", "Snowtroopers 1")
    assert table.blue.unit("Snowtroopers 1").rank is Rank.COMMANDER
    assert table.blue.pool == {"commander": 1, "operative": 1, "corps": 1, "heavy": 1}
    assert table.blue.tries("promote", "Veers").rule == "TB-34"


@pytest.mark.rule("TB-34")
def test_a_promoted_units_face_up_token_is_exchanged() -> None:
    table = activation()
    before = table.state
    (promoted,) = table.red.with_consent("promote", "Rebels 1")
    assert table.game.hand_outs(promoted) == (HandOut(RED, "commander", 1),)
    assert table.game.hand_backs(before, promoted) == (HandBack(RED, "corps", 1, later=True),)
    assert table.red.pool == {"corps": 1}, "Rebels 2 still waits for the draw"


@pytest.mark.rule("TB-34")
def test_a_promoted_units_token_on_a_command_card_is_exchanged() -> None:
    table = alone_in_the_pool(DARK_TROOPERS)
    table.blue.with_consent("park", "pool:heavy")
    before = table.state
    (promoted,) = table.blue.with_consent("promote", "Dark Troopers")
    assert table.game.hand_outs(promoted) == (HandOut(BLUE, "commander", 1),)
    assert table.game.hand_backs(before, promoted) == (HandBack(BLUE, "heavy", 1, later=True),)
    assert (dict(table.blue.side.play.parked), table.blue.pool) == ({"commander": 1}, {})


@pytest.mark.rule("TB-34")
def test_of_two_tokens_a_promotion_exchanges_the_units_own() -> None:
    walkers = army(VEERS, DARK_TROOPERS, DARK_TROOPERS)
    ordered = Tabletop(walkers, army(LEIA, REBELS))
    ordered.both_play("Push", "Assault")
    ordered.blue.answers("orders", "Dark Troopers 1")
    ordered.blue.with_consent("park", "Dark Troopers 1")
    ordered.issue_all()
    ordered.blue.with_consent("promote", "Dark Troopers 1")
    assert dict(ordered.blue.side.play.parked) == {"commander": 1}
    assert ordered.blue.pool == {"heavy": 1}
    ordered.blue.with_consent("promote", "Dark Troopers 2")
    assert ordered.blue.pool == {"commander": 1}


@pytest.mark.rule("TB-34")
def test_before_the_pool_is_made_a_promotion_exchanges_the_token_on_the_card_too() -> None:
    table = Tabletop(army(VEERS, DARK_TROOPERS, DARK_TROOPERS), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "Dark Troopers 1")
    table.blue.with_consent("park", "Dark Troopers 1")
    table.blue.with_consent("promote", "Dark Troopers 2")
    assert dict(table.blue.side.play.parked) == {"heavy": 1}, "Dark Troopers 2 has no token yet"
    table.blue.with_consent("promote", "Dark Troopers 1")
    assert dict(table.blue.side.play.parked) == {"commander": 1}
    table.issue_all()
    assert sum(table.blue.pool.values()) == 1


@pytest.mark.rule("TB-34")
def test_a_unit_that_is_back_after_its_phase_is_promoted_without_a_token() -> None:
    table = alone_in_the_pool(DARK_TROOPERS)
    table.blue.answers("defeat", "Dark Troopers")
    table.end_activation()
    table.blue.answers("restore", "Dark Troopers")
    table.blue.answers("restore.why", "slip")
    (promoted,) = table.blue.with_consent("promote", "Dark Troopers")
    assert table.game.hand_outs(promoted) == ()


@pytest.mark.rule("TB-34")
def test_a_promotion_exchanges_one_token_and_not_that_of_its_like_on_a_card() -> None:
    table = Tabletop(army(VEERS, DARK_TROOPERS, DARK_TROOPERS), army(LEIA, REBELS))
    table.both_play("Ambush", "Push")
    table.blue.answers("orders", "Veers")
    table.issue_all()
    table.blue.with_consent("park", "pool:heavy")
    table.blue.with_consent("promote", "Dark Troopers 1")
    assert (table.blue.pool, dict(table.blue.side.play.parked)) == ({"commander": 1}, {"heavy": 1})


@pytest.mark.rule("TB-33")
@pytest.mark.rule("LA-10")
@pytest.mark.parametrize("laid", ["pool:corps", "random"])
def test_a_unit_that_is_back_needs_no_token_where_one_lies_on_a_card(laid: str) -> None:
    table = activation(chance=(1,))
    table.blue.with_consent("park", laid)
    before = table.blue.pool
    table.blue.answers("defeat", "Snowtroopers 1")
    table.blue.answers("restore", "Snowtroopers 1")
    table.blue.answers("restore.why", "slip")
    assert table.last(UnitRestored).tokens == 0
    assert table.blue.pool == before


@pytest.mark.rule("TB-33")
def test_one_that_had_its_order_has_it_again_and_the_pool_stays() -> None:
    table = activation()
    before = table.blue.pool
    table.blue.answers("defeat", "Veers")
    table.blue.answers("restore", "Veers")
    table.blue.answers("restore.why", "slip")
    assert (table.last(UnitRestored).tokens, table.blue.unit("Veers").face_up) == (0, True)
    assert table.blue.pool == before


@pytest.mark.rule("TB-34")
@pytest.mark.rule("LA-10")
def test_a_token_that_chance_laid_aside_is_exchanged_after_those_that_everybody_sees() -> None:
    table = activation(chance=(1,))
    table.blue.with_consent("park", "random")
    promoted = table.blue.with_consent("promote", "Snowtroopers 1")[0]
    assert isinstance(promoted, UnitPromoted)
    assert (promoted.pooled, promoted.parked, promoted.aside) == (1, 0, 0)
    table = activation(chance=(1,))
    table.blue.with_consent("park", "pool:corps")
    table.blue.with_consent("park", "random")
    promoted = table.blue.with_consent("promote", "Snowtroopers 1")[0]
    assert isinstance(promoted, UnitPromoted)
    assert (promoted.pooled, promoted.parked, promoted.aside) == (0, 1, 0)


@pytest.mark.rule("TB-34")
@pytest.mark.rule("TB-41")
def test_of_two_tokens_on_a_card_one_is_the_promoted_units() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS))
    table.both_play("Push", "Assault")
    for name in ("Snowtroopers 1", "Snowtroopers 2"):
        table.blue.answers("orders", name)
    table.issue_all()
    for name in ("Snowtroopers 1", "Snowtroopers 2"):
        table.blue.with_consent("park", name)
    promoted = table.blue.with_consent("promote", "Snowtroopers 1")[0]
    assert isinstance(promoted, UnitPromoted)
    assert (promoted.pooled, promoted.parked, promoted.aside) == (0, 1, 0)


@pytest.mark.rule("TB-32")
def test_several_units_are_defeated_at_once() -> None:
    table = activation()
    several = table.blue.asked("defeat.several")
    assert isinstance(several, ChooseSome)
    assert (several.least, several.most) == (1, 4)
    table.blue.answers("defeat.several", tuple(table.blue.unit(name).unit.id for name in ("Veers", "AT-ST")))
    assert [troop.name for troop in table.blue.side.troops if troop.defeated] == ["Veers", "AT-ST"]
    assert not table.blue.unit("Veers").face_up


@pytest.mark.rule("TB-32")
def test_a_last_unit_is_no_several() -> None:
    table = activation()
    units = [troop.unit.id for troop in table.blue.side.troops]
    for several in (units[1:4], units[4:]):
        table.blue.answers("defeat.several", tuple(several))
    assert table.blue.asked("defeat.several") is None
