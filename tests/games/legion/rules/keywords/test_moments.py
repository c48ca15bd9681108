"""Each keyword is reported at its moment, once, and takes no press: LA-74, LA-77, LA-79 to LA-84."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from table.games.legion.data.catalogue import load
from table.games.legion.data.upgrades import keywords_of
from table.games.legion.rules.keywords.reminders import Reminded
from table.games.legion.rules.model.armies import Rank, Unit
from table.games.legion.rules.model.forces import FEATS_OF_VALOR
from table.games.legion.rules.model.keywords import Keyword
from table.games.legion.rules.model.moments import REMINDING
from table.rules.seats import BLUE
from table.rules.text import Text
from tests.games.legion.rules.kit import LEIA, REBELS, SNOWTROOPERS, VADER, VEERS, Tabletop, army, keyword, unit

ENEMY = army(LEIA, REBELS)
DROIDS = keyword(Keyword.AI, unit("Droids"), words="Attack")


def table_of(*units: Unit, force: str = "") -> Tabletop:
    return Tabletop(replace(army(*units), battle_force=force), ENEMY)


def reminded(table: Tabletop, word: str) -> list[tuple[str, str]]:
    """Return the units that the players were reminded of for a keyword, each with its words."""
    return [unit for each in table.events_of(Reminded) if each.keyword == word for unit in each.units]


def orders(table: Tabletop, *names: str) -> None:
    """Ambush for the first, or Push for two, up to the first turn."""
    table.both_play("Ambush" if len(names) == 1 else "Push", "Assault")
    for name in names:
        table.blue.answers("orders", name)
    table.issue_all()


def headline(table: Tabletop) -> list[str]:
    """Return the reminders in the headline."""
    shown, found = table.game.view(table.state).headline, []
    while shown.key == "legion.headline.reminded":
        args = dict(shown.args)
        reminder, shown = args["reminder"], args["headline"]  # type: ignore[assignment]
        assert isinstance(reminder, Text)
        found.append(reminder.key.removeprefix("legion.moment."))
    return found


@pytest.mark.rule("LA-81")
@pytest.mark.parametrize("word", ["target", "defend", "disciplined", "fire_support"])
def test_as_a_unit_is_issued_an_order_and_of_no_other(word: str) -> None:
    table = table_of(VEERS, keyword(word, SNOWTROOPERS, words="2"), keyword(word, REBELS, words="1"))
    table.both_play("Ambush", "Push")
    assert reminded(table, word) == []
    table.blue.answers("orders", "Snowtroopers")
    assert reminded(table, word) == [("Snowtroopers", "2")]
    table.issue_all()
    table.end_activation()
    assert reminded(table, word) == [("Snowtroopers", "2")]


@pytest.mark.rule("LA-80")
def test_a_reminder_stands_in_the_headline_until_the_moment_is_over_and_asks_nothing() -> None:
    table = table_of(VEERS, keyword("inspire", SNOWTROOPERS, words="2"))
    orders(table, "Snowtroopers")
    assert headline(table) == []
    turn = [prompt.key for prompt in table.prompts() if not prompt.standing]
    table.blue.answers("turn", "Snowtroopers")
    assert reminded(table, "inspire") == [("Snowtroopers", "2")]
    assert headline(table) == ["inspire"]
    assert table.game.view(table.state).acting is BLUE, "the headline still names who acts"
    assert (turn, [p.key for p in table.prompts() if not p.standing]) == (["turn"], ["turn.end"])
    table.blue.answers("turn.end")
    assert headline(table) == []


@pytest.mark.rule("LA-82")
@pytest.mark.parametrize(
    "word", ["inspire", "master_of_the_force", "cycle", "regenerate", "latent_power", "incognito", "attack_run"]
)
def test_while_the_unit_is_active(word: str) -> None:
    table = table_of(VEERS, keyword(word, SNOWTROOPERS, words="1"))
    orders(table, "Snowtroopers")
    assert reminded(table, word) == []
    table.blue.answers("turn", "Snowtroopers")
    assert reminded(table, word) == [("Snowtroopers", "1")]


@pytest.mark.rule("LA-82")
def test_a_counterpart_acts_with_its_unit() -> None:
    table = table_of(VEERS, keyword("latent_power", unit("Child", None)), SNOWTROOPERS)
    orders(table, "Veers", "Snowtroopers")
    table.blue.answers("turn", "Snowtroopers")
    table.blue.answers("turn.end")
    assert reminded(table, "latent_power") == []
    table.issue_until(lambda: bool(table.blue.asked("turn")))
    table.blue.answers("turn", "Veers")
    assert reminded(table, "latent_power") == [("Child", "")]


@pytest.mark.rule("LA-82")
def test_artificial_intelligence_is_reported_without_an_order_alone_and_override_with_it() -> None:
    table = table_of(keyword("override", VEERS), DROIDS, DROIDS)
    orders(table, "Droids 1")
    table.blue.answers("turn", "Droids 1")
    assert reminded(table, "ai") == []
    assert reminded(table, "override") == [("Veers", "")]
    table.end_activation()
    assert reminded(table, "ai") == [("Droids 2", "Attack")]
    assert len(reminded(table, "override")) == 2


@pytest.mark.rule("LA-82")
def test_ruthless_is_reported_as_a_corps_trooper_with_an_order_activates() -> None:
    table = table_of(VEERS, keyword("ruthless", VADER), SNOWTROOPERS, SNOWTROOPERS)
    orders(table, "Snowtroopers 1")
    table.blue.answers("turn", "Snowtroopers 1")
    assert reminded(table, "ruthless") == [("Vader", "")]
    table.end_activation()
    assert len(reminded(table, "ruthless")) == 1, "the other one has no order"


@pytest.mark.rule("LA-80")
def test_compel_is_reported_as_another_trooper_of_its_kind_activates() -> None:
    table = table_of(keyword("compel", VEERS, words="Corps"), VADER, SNOWTROOPERS)
    orders(table, "Snowtroopers")
    table.blue.answers("turn", "Snowtroopers")
    assert reminded(table, "compel") == [("Veers", "Corps")]
    table.end_activation()
    assert len(reminded(table, "compel")) == 1, "Vader is no corps unit"


@pytest.mark.rule("LA-83")
@pytest.mark.parametrize("word", ["reliable", "retinue", "my_mood_is_based_on_profit"])
def test_as_the_activation_phase_begins(word: str) -> None:
    table = table_of(VEERS, keyword(word, SNOWTROOPERS, words="1"))
    table.both_play("Ambush", "Push")
    assert reminded(table, word) == []
    table.issue_all()
    assert reminded(table, word) == [("Snowtroopers", "1")]
    table.end_activation()
    assert reminded(table, word) == [("Snowtroopers", "1")]


@pytest.mark.rule("LA-83")
def test_an_x_is_the_pips_of_the_last_card() -> None:
    hondo = keyword("reliable", keyword("independent", VADER, words="Dodge X"), words="X")
    table = table_of(VEERS, hondo, SNOWTROOPERS)
    table.both_play("Push", "Assault")
    table.blue.answers("orders", "Veers")
    table.blue.answers("orders", "Snowtroopers")
    table.issue_all()
    assert reminded(table, "reliable") == [("Vader", "2")]
    assert reminded(table, "independent") == [("Vader", "Dodge 2")]


@pytest.mark.rule("LA-84")
def test_after_the_reveal_as_a_round_begins_and_in_the_end_phase() -> None:
    words = ("one_step_ahead", "secret_mission", "generator", "reinforcements", "hunted")
    unit_with_all = SNOWTROOPERS
    for word in words:
        unit_with_all = keyword(word, unit_with_all, words="1")
    table = table_of(VEERS, unit_with_all)

    def times() -> list[int]:
        return [len(reminded(table, word)) for word in words]

    assert times() == [0, 1, 0, 0, 1]
    table.both_play("Ambush", "Push")
    assert times() == [1, 1, 0, 0, 1]
    table.issue_all()
    table.end_activation()
    assert times() == [1, 2, 1, 1, 1]
    table.blue.ends_round()
    table.red.ends_round()
    table.command_phase("Push", "Assault")
    table.end_activation()
    assert times() == [2, 4, 2, 1, 1], "Reinforcements come in the first round"


@pytest.mark.rule("LA-84")
def test_a_defeat_is_reported_once_for_each_unit_in_a_match() -> None:
    table = table_of(VEERS, keyword("bounty", keyword("tempted", SNOWTROOPERS)), VADER)
    orders(table, "Snowtroopers")
    table.red.answers("defeat", "Rebels")
    assert (len(reminded(table, "bounty")), len(reminded(table, "tempted"))) == (1, 0)
    table.blue.answers("defeat", "Vader")
    table.end_round()
    assert (len(reminded(table, "bounty")), len(reminded(table, "tempted"))) == (1, 1)


@pytest.mark.rule("LA-74")
def test_the_stormtrooper_battalion_is_reminded_of_its_commanders_and_operatives_that_are_not_unique() -> None:
    officer, unique = unit("Officer", Rank.COMMANDER), replace(VADER, unique=True)
    table = table_of(officer, unique, SNOWTROOPERS, force="Stormtrooper Battalion")
    table.both_play("Push", "Assault")
    table.issue_until(lambda: bool(table.blue.asked("orders")))
    assert reminded(table, "compel_while_nominated") == [("Officer", "")]
    table.blue.answers("orders", "Officer")
    table.blue.answers("orders", "Vader")
    assert reminded(table, "surge_when_ordered") == [("Officer", "1")]
    assert reminded(table, "target") == [("Officer", "2")]


@pytest.mark.rule("LA-71")
@pytest.mark.rule("LA-77")
@pytest.mark.rule("LA-79")
@pytest.mark.parametrize(
    ("force", "word"),
    [
        ("Clan Kryze", "green_tokens_stay"),
        ("Bright Tree Village", "ewok_suppression"),
        ("Tempest Force", "far_units_suppression"),
    ],
)
def test_a_force_is_reminded_of_its_rule_in_each_end_phase(force: str, word: str) -> None:
    table = table_of(VEERS, SNOWTROOPERS, force=force)
    orders(table, "Snowtroopers")
    assert reminded(table, word) == []
    table.end_activation()
    assert reminded(table, word) == [(force, "")]
    assert not table.state.closed, "before tokens are removed"


def _saxon() -> Tabletop:
    return table_of(VEERS, SNOWTROOPERS, force="Clan Saxon")


def _valor() -> Tabletop:
    table = table_of(VEERS, SNOWTROOPERS, force="Custom Clan")
    table.blue.answers("clan", (FEATS_OF_VALOR,))
    return table


@pytest.mark.rule("LA-79")
@pytest.mark.parametrize("built", [_saxon, _valor])
def test_clan_saxon_and_feats_of_valor_are_reminded_as_an_enemy_falls(built: Callable[[], Tabletop]) -> None:
    table = built()
    orders(table, "Snowtroopers")
    assert reminded(table, "gain_on_defeat") == []
    table.red.answers("defeat", "Rebels")
    assert len(reminded(table, "gain_on_defeat")) == 1


@pytest.mark.rule("LA-80")
def test_every_unit_and_upgrade_with_such_a_keyword_is_read() -> None:
    read = load()
    units = [(each, unit) for unit in read.units for each in unit.keywords if each.keyword in REMINDING]
    upgrades = [each for each in read.upgrades if each.keyword.keyword in REMINDING]
    assert (len(units), len(upgrades)) == (124, 61)
    assert {each.keyword for each, _ in units} >= {"inspire", "ai", "target", "bounty", "hunted", "latent_power"}


@pytest.mark.rule("LA-80")
def test_an_upgrade_of_a_link_is_read_by_its_id() -> None:
    assert [each.keyword for each in keywords_of(("ub",), "IG-88", load().upgrades)] == ["ai", "bounty"]
