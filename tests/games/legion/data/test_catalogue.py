"""The data files: complete, without a double, and read as they are meant."""

import re

import pytest

from table.games.legion.data.card_facts import ACTS, CardCode, Reminder
from table.games.legion.data.catalogue import Catalogue, load, rows
from table.games.legion.data.factions import FACTIONS
from table.games.legion.rules.model.acts import Act, CardAct
from table.games.legion.rules.model.armies import Rank, Slot, Timing
from table.games.legion.rules.model.slots import fits
from table.games.legion.rules.model.state import Troop

ID = re.compile(r"legion\.(card|unit)(\.[a-z0-9]+(-[a-z0-9]+)*){1,3}")
VADER = "legion.unit.darth-vader.the-emperors-apprentice"


def test_every_unit_and_card_is_there(current: Catalogue, classic: Catalogue) -> None:
    assert len(current.cards) == 236
    assert len(classic.cards) == 109
    assert len(current.units) == 183
    assert sum(unit.rank is None for unit in current.units) == 5
    assert len(classic.units) == 100


def test_ids_are_unique_and_fit_for_a_tag(current: Catalogue, classic: Catalogue) -> None:
    for entries in (current.cards, classic.cards, current.units, classic.units):
        ids = [entry.id for entry in entries]
        assert len(set(ids)) == len(ids)
        assert [entry for entry in ids if not ID.fullmatch(entry)] == []


def test_ids_do_not_change() -> None:
    """Enrolled tags hold them: an id that changes is a card that nobody knows any more."""
    current = load()
    assert current.card("legion.card.push").name == "Push"
    assert current.card("legion.card.im-your-worst-nightmare").name == "I'm Your Worst Nightmare"
    assert current.unit(VADER).full_name == "Darth Vader The Emperor's Apprentice"
    assert current.unit("legion.unit.at-rt.rebels").faction == "rebels"
    assert current.unit("legion.unit.at-rt.republic").faction == "republic"


def test_an_unknown_id_is_a_key_error(current: Catalogue) -> None:
    with pytest.raises(KeyError, match=r"legion\.card\.of-our-own"):
        current.card("legion.card.of-our-own")
    with pytest.raises(KeyError, match=r"legion\.unit\.nobody"):
        current.unit("legion.unit.nobody")


def test_a_card_of_both_editions_has_one_id_and_each_editions_facts(current: Catalogue, classic: Catalogue) -> None:
    array = "legion.card.idiots-array"
    assert (current.card(array).hand_pips, classic.card(array).hand_pips) == (3, 1)
    shared = {card.id for card in current.cards} & {card.id for card in classic.cards}
    assert len(shared) == 98


def test_pips_for_the_hand_and_pips_for_priority_are_two_things(current: Catalogue) -> None:
    differing = {card.name: (card.hand_pips, card.priority_pips) for card in current.cards}
    differing = {name: pips for name, pips in differing.items() if pips[0] != pips[1]}
    assert differing == {
        "At Last": (3, 1),
        "Sorry About the Mess": (1, 0),
        "Lead From the Front": (2, 1),
        "Ace Up His Sleeve": (2, 1),
        "Witch Magick": (1, None),
        "Revenge Is Not the Jedi Way": (2, 4),
        "We Make Weapons": (3, 4),
    }


@pytest.mark.rule("TB-24")
def test_an_orders_line_that_was_read_is_known_and_one_that_nobody_could_read_is_a_suggestion(
    current: Catalogue,
) -> None:
    assert current.card("legion.card.coordinated-fire").slots == (Slot(ranks=(Rank.CORPS,)),) * 3
    assert current.card("legion.card.drive-them-out").slots == (Slot(types=("vehicle",)),)
    evasive = current.card("legion.card.evasive-maneuvers")
    assert evasive.slots is None
    assert evasive.suggested == (Slot(types=("vehicle",)),) * 2
    assert not any(card.suggested for card in current.cards if card.slots is not None)


def test_an_orders_line_of_one_source_counts_and_can_be_corrected(current: Catalogue) -> None:
    assert "slots" not in current.card("legion.card.push").likely, "two list builders and the text agree"
    assert "slots" not in current.card("legion.card.smoke-screen").likely
    assert "slots" not in current.card("legion.card.trust-goes-both-ways").likely, "an old source and the text agree"
    assert "slots" in current.card("legion.card.aggression").likely, "the text alone"


def test_a_card_of_which_nothing_is_known_is_open_in_every_way(current: Catalogue) -> None:
    vengeful = current.card("legion.card.vengeful-strike")
    assert (vengeful.slots, vengeful.suggested, vengeful.orders, vengeful.timing, vengeful.does) == (
        None,
        None,
        "",
        None,
        None,
    )


def test_ai_units_are_ordered_by_the_keyword_that_their_data_have(current: Catalogue) -> None:
    slots = current.card("legion.card.preservation-protocols").slots or ()
    aat = next(unit for unit in current.units if unit.name == "AAT Battle Tank").in_army(1)
    tx_225 = next(unit for unit in current.units if unit.name.startswith("TX-225")).in_army(2)
    assert [fits(slots[0], Troop(unit, unit.name, unit.rank)) for unit in (aat, tx_225)] == [True, False]


def test_an_orders_line_that_names_ai_means_the_units_that_have_it(current: Catalogue) -> None:
    protocols = current.card("legion.card.preservation-protocols").slots
    assert protocols is not None
    assert [slot.types for slot in protocols] == [("droid trooper",)] * 2
    assert protocols[0].either, "a droid trooper needs no AI, and a tank with AI is no trooper"


@pytest.mark.rule("TB-24")
def test_when_a_current_card_acts_is_known_unless_nobody_could_read_it(current: Catalogue) -> None:
    assert current.card("legion.card.push").timings == (Timing.NONE,)
    assert current.card("legion.card.hello-there").timings == (Timing.UNTIMED, Timing.START_OF_ACTIVATION)
    assert current.card("legion.card.there-is-no-try").timings == (Timing.ISSUING, Timing.END_PHASE)
    assert current.card("legion.card.delaying-tactics").timings == (Timing.COMMAND_END,)
    assert current.card("legion.card.no-escape").timings == ()
    assert [card.name for card in current.cards if card.returns] == ["Standing Orders"]


def test_what_was_half_legible_counts_and_can_be_corrected(current: Catalogue) -> None:
    spike = current.card("legion.card.corellian-spike")
    assert (spike.timings, spike.likely) == ((Timing.SETUP,), ("timing", "slots")), "what else it does is illegible"
    ace = current.card("legion.card.ace-up-his-sleeve")
    assert (ace.priority_pips, ace.likely) == (1, ("priority_pips", "timing"))
    assert sum("timing" in card.likely for card in current.cards) == 40
    assert current.card("legion.card.master-of-evil").likely == ()


def test_what_a_card_does_is_reported_in_acts(current: Catalogue) -> None:
    assert current.card("legion.card.aggression").acts == (
        CardAct(Act.MAY_DECLINE_ORDERS, "2"),
        CardAct(Act.OPERATIVE_MAY_LEAD),
    )
    double = current.card("legion.card.double-the-fall")
    assert double.acts == (CardAct(Act.TOKEN_TO_POOL, "own"), CardAct(Act.TOKEN_TO_POOL, "2 enemy"))
    assert current.card("legion.card.push").acts == ()
    assert current.card("legion.card.no-escape").acts == ()


def test_every_code_of_the_column_acts_is_a_rules_act_or_reported_to_be_none() -> None:
    codes = {each.partition(":")[0] for row in rows("card_facts.csv") for each in row["acts"].split(";") if each}
    assert codes <= ACTS | set(CardCode) | set(Reminder)
    for row in rows("card_facts.csv"):
        hand_pips = dict(each.partition(":")[::2] for each in row["acts"].split(";")).get(CardCode.HAND_PIPS)
        assert hand_pips in (None, str(load().card(row["id"]).hand_pips))


def test_what_an_act_states_of_numbers_and_units_is_one(current: Catalogue) -> None:
    numbers = {Act.MAY_DECLINE_ORDERS, Act.OPPONENT_ORDERS_LIMIT, Act.ORDER_RANGE_LIMIT}
    numbers |= {Act.TOKEN_PARK_CHOSEN, Act.TOKEN_PARK_RANDOM}
    reported = [each for card in current.cards for each in card.acts]
    assert [each for each in reported if each.act in numbers and not each.words.isdecimal()] == []
    units = {unit.name for unit in current.units}
    assert {each.argument for each in reported if each.act is Act.SECOND_TOKEN} <= units


def test_the_facts_are_of_every_current_card_and_of_no_other(current: Catalogue) -> None:
    assert [row["id"] for row in rows("card_facts.csv")] == [card.id for card in current.cards]


def test_only_certain_effects_of_classic_cards_have_a_timing(classic: Catalogue) -> None:
    timed = {card.name: card.timing for card in classic.cards if card.timing is not None}
    assert (
        timed
        | {
            "Ambush": Timing.NONE,
            "Push": Timing.NONE,
            "Assault": Timing.NONE,
            "Standing Orders": Timing.NONE,
            "Change of Plans": Timing.REVEAL,
            "Annihilation Looms": Timing.UNTIMED,
        }
        == timed
    )
    assert [card.name for card in classic.cards if card.returns] == ["Standing Orders"]
    sure = {row["id"] for row in rows("card_facts_classic.csv") if row["confidence"] == "sure"}
    assert {card.id for card in classic.cards if card.timing is not None} == sure
    assert not any(card.likely for card in classic.cards)


def test_at_most_twenty_classic_cards_ask_for_their_time(classic: Catalogue) -> None:
    assert [row["id"] for row in rows("card_facts_classic.csv")] == [card.id for card in classic.cards]
    assert all(row["source"] for row in rows("card_facts_classic.csv"))
    assert len([card for card in classic.cards if card.timing is None]) <= 20


def test_whom_a_card_belongs_to(current: Catalogue, classic: Catalogue) -> None:
    assert current.card("legion.card.not-out-of-it-yet").belongs_to == ("Han Solo", "Luke Skywalker")
    assert current.card("legion.card.not-out-of-it-yet").belongs_to_all
    assert not current.card("legion.card.they-too-will-suffer").belongs_to_all
    assert current.card("legion.card.you-serve-your-master-well").title == "Jedi Knight"
    assert classic.card("legion.card.diplomatic-cover").belongs_to == ("Padme Amidala",)
    assert classic.card("legion.card.they-too-will-suffer").belongs_to == ("Super Tactical Droid",)
    assert current.card("legion.card.they-too-will-suffer").belongs_to == ("Kalani", "Kraken")
    assert classic.card("legion.card.orbital-strike").faction == "separatists"


def test_every_owner_is_a_unit_of_its_edition_except_one_that_is_not_sold_yet(
    current: Catalogue, classic: Catalogue
) -> None:
    strangers = {
        name
        for edition in (current, classic)
        for card in edition.cards
        for name in card.belongs_to
        if name not in {unit.name for unit in edition.units}
    }
    assert strangers == {"Admiral Trench"}


def test_requirements_are_groups_of_conditions(current: Catalogue) -> None:
    assert current.card("legion.card.close-formation").requirement == (
        (("affiliation", "Clan Kryze"), ("rank", "commander")),
        (("affiliation", "Clan Kryze"), ("rank", "operative")),
    )
    assert current.card("legion.card.a-disturbance-in-the-force").requirement == ((("title", "Jedi Council"),),)
    fields = {field for card in current.cards for group in card.requirement for field, _ in group}
    assert fields == {"affiliation", "rank", "faction", "title"}


def test_what_effects_touch(current: Catalogue) -> None:
    assert current.card("legion.card.covert-observation").does == ("hand_or_discard", "extra_order")
    assert current.card("legion.card.z-6-jetpack-rocket").does == ("weapon",)
    assert current.card("legion.card.push").does == ()


def test_which_cards_stay_in_play(current: Catalogue) -> None:
    assert current.card("legion.card.darkness-descends").permanent
    assert current.card("legion.card.explosions").acts == (CardAct(Act.NOT_DISCARDED),), "it is not called permanent"
    assert not current.card("legion.card.aggressive-negotiations").permanent, "its present text is not"
    fear = current.card("legion.card.fear-will-keep-them-in-line")
    assert (fear.permanent, fear.acts[1]) == (False, CardAct(Act.PERMANENT, "divulged"))
    assert current.card("legion.card.go-there-are-too-many").permanent, "nobody has read it: list builders say so"


def test_factions_are_spelled_in_one_way(current: Catalogue, classic: Catalogue) -> None:
    lists = (current.units, classic.units, current.cards, classic.cards)
    used = {entry.faction for entries in lists for entry in entries}
    assert used == {*FACTIONS, ""}
    assert {faction for unit in current.units for faction in unit.hireable_by} <= set(FACTIONS)
