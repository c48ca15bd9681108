"""Promotion in the End Phase: LA-20, LA-21."""

import pytest

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.effects.effect_events import CardDiscarded
from table.games.legion.rules.end_phase.promotion import promoted
from table.games.legion.rules.end_phase.victory import PointsScored
from table.games.legion.rules.model.armies import Army, Rank
from table.games.legion.rules.model.state import with_play, with_troop
from table.games.legion.rules.round_events import RoundBegan, RoundEnded
from table.games.legion.rules.units.unit_events import NobodyToPromote, UnitPromoted
from table.rules.seats import BLUE, RED
from tests.games.legion.rules.kit import (
    AT_ST,
    LEIA,
    REBELS,
    SNOWTROOPERS,
    VADER,
    VEERS,
    Tabletop,
    army,
    skirmish,
    unit,
)

WALKER = unit("Walker", Rank.OPERATIVE, "ground vehicle")


def ended(blue: Army, red: Army, *fallen: str, by_red: tuple[str, ...] = ()) -> Tabletop:
    """The first round, in which these units of blue's (and of red's) fall."""
    table = Tabletop(blue, red)
    table.command_phase("Ambush", "Push")
    for name in fallen:
        table.blue.answers("defeat", name)
    for name in by_red:
        table.red.answers("defeat", name)
    table.end_round()
    return table


@pytest.mark.rule("LA-21")
def test_who_lost_the_last_commander_must_promote_a_trooper_of_any_rank() -> None:
    table = ended(army(VEERS, VADER, SNOWTROOPERS, AT_ST), army(LEIA, REBELS), "Veers")
    assert table.blue.offered("promote.due") == ["Vader", "Snowtroopers"], "no vehicle; an operative too"
    assert table.events_of(RoundBegan)[-1].number == 1, "the next round waits"
    table.blue.answers("promote.due", "Snowtroopers")
    assert table.blue.unit("Snowtroopers").rank is Rank.COMMANDER
    assert table.last(RoundBegan).number == 2
    assert table.blue.asked("select")


@pytest.mark.rule("LA-21")
def test_its_token_is_a_commanders_from_then_on() -> None:
    table = ended(army(VEERS, SNOWTROOPERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS, REBELS), "Veers")
    before = table.state
    (promoted, *_) = table.blue.answers("promote.due", "Snowtroopers 1")
    assert isinstance(promoted, UnitPromoted)
    assert (table.game.hand_outs(promoted), table.game.hand_backs(before, promoted)) == ((), ()), "no token lies there"
    table.both_play("Push", "Assault")
    assert table.blue.asked("nominate") is None, "it is nominated by itself"
    assert table.blue.side.play.commander == "2"


@pytest.mark.rule("LA-21")
def test_a_choice_of_one_is_made_by_itself() -> None:
    table = ended(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS), "Veers")
    assert table.last(UnitPromoted).name == "Snowtroopers"
    assert table.last(RoundBegan).number == 2


@pytest.mark.rule("LA-21")
def test_nobody_promotes_who_has_a_commander() -> None:
    table = ended(army(VEERS, SNOWTROOPERS), army(LEIA, REBELS, REBELS), by_red=("Rebels 1",))
    assert table.events_of(UnitPromoted) == []


@pytest.mark.rule("LA-21")
def test_the_player_with_priority_promotes_first() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS, REBELS))
    table.command_phase("Assault", "Ambush")
    table.blue.answers("defeat", "Veers")
    table.red.answers("defeat", "Leia")
    table.end_round()
    assert table.blue.tries("promote.due", "Snowtroopers 1").rule == "LA-21"
    table.red.answers("promote.due", "Rebels 1")
    table.blue.answers("promote.due", "Snowtroopers 1")
    assert [event.seat for event in table.events_of(UnitPromoted)] == [RED, BLUE]


@pytest.mark.rule("LA-21")
def test_without_a_trooper_nobody_leads_even_with_an_operative() -> None:
    table = ended(army(VEERS, WALKER, AT_ST), army(LEIA, REBELS), "Veers")
    assert table.events_of(NobodyToPromote) == [NobodyToPromote(BLUE)]
    assert table.blue.asked("select") is None
    assert table.red.asked("select")


@pytest.mark.rule("LA-21")
@pytest.mark.rule("LG-11")
def test_in_the_first_round_an_operative_leads() -> None:
    assert Tabletop(army(VADER, SNOWTROOPERS), army(LEIA)).blue.asked("select")


@pytest.mark.rule("LA-21")
def test_after_the_last_round_nobody_is_promoted() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS), game=Legion2024(rounds=1))
    table.command_phase("Ambush", "Push")
    table.blue.answers("defeat", "Veers")
    table.end_round()
    assert table.events_of(UnitPromoted) == []


@pytest.mark.rule("LA-21")
@pytest.mark.rule("LA-23")
def test_not_even_while_the_players_say_who_has_won() -> None:
    empire, rebels = army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS, REBELS)
    table = Tabletop(empire, rebels, game=Legion2024(rounds=1))
    table.command_phase("Ambush", "Push")
    table.blue.answers("defeat", "Veers")
    table.red.answers("defeat", "Rebels 1")
    table.end_round()
    assert [p.key for p in table.prompts() if not p.standing] == ["fewer"]


@pytest.mark.rule("LA-20")
def test_points_then_cards_then_tokens_then_promotion_then_the_next_round() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS))
    table.command_phase("Ambush", "Push")
    table.blue.answers("defeat", "Veers")
    table.end_activation()
    table.red.with_consent("points", 2)
    table.blue.ends_round()
    table.red.ends_round()
    kinds = (PointsScored, CardDiscarded, RoundEnded, UnitPromoted)
    reported = [type(event) for event in table.journal if isinstance(event, kinds)]
    assert reported == [PointsScored, CardDiscarded, CardDiscarded, RoundEnded, UnitPromoted]
    assert isinstance(table.journal[-1], RoundBegan)


@pytest.mark.rule("LA-87")
def test_by_the_classic_rules_a_trooper_is_promoted_before_the_next_round() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS), game=LegionClassic())
    table.command_phase("Ambush", "Push")
    table.blue.answers("defeat", "Veers")
    table.end_activation()
    assert table.blue.asked("points") is None
    table.blue.ends_round()
    table.red.ends_round()
    assert table.last(RoundBegan).number == 1
    assert table.blue.offered("promote.due") == ["Snowtroopers 1", "Snowtroopers 2"]
    table.blue.answers("promote.due", "Snowtroopers 2")
    assert table.last(RoundBegan).number == 2
    assert table.blue.unit("Snowtroopers 2").rank is Rank.COMMANDER


@pytest.mark.rule("LA-87")
def test_a_commander_that_falls_while_cards_are_selected_is_followed_by_a_trooper_at_once() -> None:
    table = Tabletop(army(VEERS, SNOWTROOPERS, SNOWTROOPERS), army(LEIA, REBELS), game=LegionClassic())
    assert table.blue.asked("promote.due") is None
    table.blue.answers("defeat", "Veers")
    assert table.blue.asked("select") is None, "without a leader no card is played"
    asked = table.blue.asked("promote.due")
    assert asked is not None
    assert asked.standing, "nobody is held up"
    table.blue.answers("promote.due", "Snowtroopers 1")
    assert table.blue.asked("select")
    assert table.blue.asked("promote.due") is None


@pytest.mark.rule("LA-87")
def test_by_the_classic_rules_nobody_is_promoted_who_never_had_a_commander() -> None:
    table = Tabletop(army(VADER, SNOWTROOPERS), army(LEIA, REBELS), game=LegionClassic())
    assert table.blue.asked("promote.due") is None
    table.command_phase("Ambush", "Push")
    table.end_round()
    assert table.last(RoundBegan).number == 2


@pytest.mark.rule("TB-34")
@pytest.mark.parametrize(("pooled", "aside"), [(True, 1), (False, 0)], ids=["pool created", "before the pool"])
def test_a_token_that_chance_laid_on_a_card_is_exchanged_once_there_is_a_pool(pooled: bool, aside: int) -> None:
    battle = with_play(skirmish().state, BLUE, pooled=pooled, pool=(("corps", 1),), aside=(Rank.CORPS,))
    battle = with_troop(battle, BLUE, "3", turned=0, defeated=False)
    other = with_play(battle, BLUE, pool=())
    assert promoted(battle, BLUE, battle.blue.troop("3")).aside == 0, "it is in the pool"
    assert promoted(other, BLUE, other.blue.troop("3")).aside == aside
