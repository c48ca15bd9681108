"""The lists that Legion's reader is tried with are lawful, they are as builders write them, and no verdict is kind."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from lab.trials.legion.lists.random_armies import ChosenArmy, ChosenUnit, Upgrade, army_chance
from lab.trials.legion.lists.readings import LegionListTrial
from lab.trials.legion.lists.strict import StrictReader
from lab.trials.legion.lists.writers import ListForm, writers
from lab.trials.list_trial import ListOutcome
from table.games.legion.data.catalogue import CLASSIC, CURRENT, Catalogue, load
from table.games.legion.lists.army_list import ListResult, read_list
from table.games.legion.rules.model.armies import Army
from table.games.legion.rules.model.hands import RANK_LIMITS, hand_problems

KNOWN = load()
UPGRADES = {upgrade.name: upgrade for upgrade in army_chance(KNOWN).upgrades}
FEAR, HARPOON = UPGRADES["Fear"], UPGRADES["Mo/Dk Power Harpoon"]


def unit(
    name: str, times: int = 1, *upgrades: Upgrade, loadout: tuple[Upgrade, ...] = (), with_: str = ""
) -> ChosenUnit:
    by_name = {each.full_name: each for each in reversed(KNOWN.units)}
    return ChosenUnit(by_name[name], times, upgrades, loadout, by_name[with_] if with_ else None)


def army(*units: ChosenUnit, faction: str = "rebels") -> ChosenArmy:
    hand = (
        "Ambush",
        "Coordinated Bombardment",
        "Push",
        "No Time for Sorrows",
        "Assault",
        "Somebody Has to Save Our Skins",
    )
    cards = {card.name: card for card in KNOWN.cards}
    return ChosenArmy("Echo line", faction, units, tuple(cards[name] for name in hand), (), 1000)


ECHO = army(
    unit("Leia Organa Fearless and Inventive", 1, FEAR, loadout=(HARPOON,)),
    unit("R2-D2 Hero of a Thousand Devices", with_="C-3PO Human-Cyborg Relations"),
    unit("Rebel Troopers", 2, FEAR, HARPOON),
    unit("Rebel Commandos Strike Team"),
)
WRITTEN = {
    ListForm.TOURNAMENT: """Echo line
266/1000
Leia Organa (78)
 - Fear (3)/Mo/Dk Power Harpoon (6)
R2-D2 (55)
C-3PO (15)
Rebel Troopers (49)
 - Fear (3)
 - Mo/Dk Power Harpoon (6)
Rebel Troopers (49)
 - Fear (3)
 - Mo/Dk Power Harpoon (6)
Rebel Commandos (20)

Commands:
•Ambush
•Coordinated Bombardment
••Push
••No Time for Sorrows
•••Assault
•••Somebody Has to Save Our Skins
••••Standing Orders
""",
    ListForm.STANDARD: """Echo line
266/1000 (5 activations)
Commanders:
 - Leia Organa (75): Fear (3)/Mo/Dk Power Harpoon (6) = 78
Operative:
 - R2-D2 = 55
Counterparts:
 - C-3PO = 15
Corps:
 - 2× Rebel Troopers (40): Fear (3), Mo/Dk Power Harpoon (6) = 98
Support:
 - Commando Strike Team = 20

Commands: • Ambush""",
    ListForm.MINIMAL: """266/1000 (5 activations)
Leia Organa (Fear)
 - Loadout: (Mo/Dk Power Harpoon)
R2-D2 \nC-3PO
2× Rebel Troopers (Fear, Mo/Dk Power Harpoon)
Rebel Commandos \nCommands: • Ambush""",
    ListForm.STANDARD_BARE: "Echo line\n266/1000 (5 activations)\nCommanders:\n - Leia Organa (75): Fear (3)",
    ListForm.MINIMAL_BARE: """266/1000 (5 activations)
Leia Organa (Fear)
 - Loadout: (Mo/Dk Power Harpoon)
R2-D2 \nC-3PO
2× Rebel Troopers (Fear, Mo/Dk Power Harpoon)
Rebel Commandos \n• Ambush, • Coordinated Bombardment""",
    ListForm.LINK: (
        f"https://legionhq2.com/list/rebels/1000:1ab{FEAR.lhq_id}0_{HARPOON.lhq_id},1jg0+1ji,"
        f"2ah{FEAR.lhq_id}{HARPOON.lhq_id}0,1al0,bl,"
    ),
    ListForm.JSON: '{\n    "author": "Legion HQ",\n    "listname": "Echo line",\n    "points": 266,',
    ListForm.ADMIRAL: """266/1000
5 Activations

Leia Organa 75 + 3 = 78
--Fear (3)
R2-D2 55 + 15 = 70
--C-3PO Human-Cyborg Relations (15)
2x Rebel Troopers 40 + 9 = 49 x 2 = 98
--Fear (3), Mo/Dk Power Harpoon (6)
Rebel Commandos 20

Ambush •, Coordinated Bombardment •, Push ••, """,
    ListForm.BARS: '{ ||    "author": "Legion HQ", ||    "listname": "Echo line", ||    "points": 266,',
    ListForm.BREAKS: "Echo line<br>266/1000<br>Leia Organa (78)<br> - Fear (3)/Mo/Dk Power Harpoon (6)<br>",
    ListForm.ESCAPED: "266/1000\\n5 Activations\\n\\nLeia Organa 75 + 3 = 78\\n--Fear (3)\\n",
    ListForm.MAIL: "> Echo line\n> 266/1000 (5 activations)\n> Commanders:\n>  - Leia Organa (75): Fear (3)",
    ListForm.PAGE: "<!DOCTYPE html>\n<html><head><title>Event 1</title>",
    ListForm.POINTS: "Echo line\n266/1000\n5 activations\nLeia Organa: 78 points\n  - Fear (3)\n",
}
WITH_COMMANDS = (
    *(ListForm.TOURNAMENT, ListForm.STANDARD, ListForm.MINIMAL),
    *(ListForm.BREAKS, ListForm.MAIL, ListForm.PAGE),
)


@pytest.mark.parametrize("form", ListForm)
def test_each_form_as_its_builder_writes_it(form: ListForm) -> None:
    words = writers(KNOWN)[form](ECHO)
    assert words.startswith(WRITTEN[form])
    assert ("Commands:" in words) is (form in WITH_COMMANDS)


@pytest.mark.parametrize("form", ListForm)
@pytest.mark.campaign
def test_it_is_read_as_it_was_written_and_a_letter_more_is_noticed(form: ListForm) -> None:
    trial = LegionListTrial(CURRENT)
    words = trial.written(ECHO, form).encode()
    allowed = (
        (ListOutcome.REPORTED,) if form in (ListForm.MINIMAL, ListForm.MINIMAL_BARE) else (ListOutcome.RIGHT,)
    )  # a strike team's bare name
    assert trial.read(ECHO, form, words) in allowed
    assert trial.read_damaged(ECHO, form, words.replace(b"ebel", b"ebxl")) in (ListOutcome.REPORTED, ListOutcome.RIGHT)


@pytest.mark.campaign
@pytest.mark.parametrize("edition", [CURRENT, CLASSIC])
def test_armies_by_chance_are_lawful(edition: str) -> None:
    known, rng = load(edition), random.Random(3)
    chance = army_chance(known)
    for _ in range(40):
        chosen = chance.army(rng)
        assert chosen.points <= known.points
        ranks = Counter(each.card.rank for each in chosen.units for _ in range(each.times))
        assert all(least <= ranks[rank] <= most for rank, least, most in RANK_LIMITS)
        unique = [each.card.name for each in chosen.units for _ in range(each.times) if each.card.unique]
        assert len(unique) == len(set(unique))
        units = tuple(each.card.in_army(n) for n, each in enumerate(chosen.units))
        rules = {problem.rule for problem in hand_problems(units, chosen.hand, chosen.faction)}
        assert rules == {"LC-01", "LC-02"}  # Standing Orders is not among the six


class TestTheSecondReader:
    """It reads what is there to the letter, and nothing where a sign is out of its place."""

    READER = StrictReader(KNOWN, (FEAR, HARPOON))

    def army(self, words: str) -> Army:
        read = read_list(words, KNOWN).army
        assert read is not None
        return read

    @pytest.mark.parametrize("form", [form for form in ListForm if not form.startswith(("minimal", "points"))])
    def test_it_reports_the_army_that_was_written_and_no_other(self, form: ListForm) -> None:
        words = writers(KNOWN)[form](ECHO)
        meant = self.army(words)
        assert self.READER.matches(form, words.encode(), meant)
        assert not self.READER.matches(form, words.encode(), replace(meant, units=meant.units[1:]))
        assert not self.READER.matches(form, words.encode(), replace(meant, hand=meant.hand[1:]))

    @pytest.mark.parametrize(
        ("form", "stated", "now"),
        [
            (ListForm.JSON, '"upgrades"', '"upgradez"'),
            (ListForm.JSON, '"Fear"', '"Feax"'),
            (ListForm.JSON, "    ", "   "),
            (ListForm.LINK, f"{HARPOON.lhq_id}0", HARPOON.lhq_id),
            (ListForm.LINK, FEAR.lhq_id + HARPOON.lhq_id, f"{FEAR.lhq_id}1w"),
            (ListForm.LINK, "1000:", "1000"),
            (ListForm.TOURNAMENT, " - Fear (3)\n", " - Fear (4)\n"),
            (ListForm.TOURNAMENT, "(20)", "(21)"),
            (ListForm.TOURNAMENT, "Commands:", "Command:"),
            (ListForm.STANDARD, "(5 activations)", "(6 activations)"),
            (ListForm.STANDARD, "= 98", "= 99"),
            (ListForm.STANDARD, "266/", "267/"),
            (ListForm.MINIMAL, "5 activations", "4 activations"),
            (ListForm.MINIMAL, "(Fear)", "(Feax)"),
            (ListForm.MINIMAL, "Commands: ", "Commands:"),
        ],
    )
    def test_where_a_sign_is_out_of_place_it_reads_nothing(self, form: ListForm, stated: str, now: str) -> None:
        words = writers(KNOWN)[form](ECHO)
        meant = self.army(writers(KNOWN)[ListForm.STANDARD](ECHO))
        assert stated in words
        assert not self.READER.matches(form, words.replace(stated, now, 1).encode(), meant)

    @pytest.mark.campaign
    def test_another_list_to_the_letter_is_another_list(self) -> None:
        trial = LegionListTrial(CURRENT)
        link = trial.written(ECHO, ListForm.LINK)
        assert trial.read_damaged(ECHO, ListForm.LINK, link.replace("2ah", "3ah").encode()) is ListOutcome.ANOTHER


@pytest.mark.campaign
def test_a_reader_that_reports_nothing_is_found_out() -> None:
    trial = LegionListTrial(CURRENT).worse()["silent"]
    words = trial.written(ECHO, ListForm.TOURNAMENT)
    assert trial.read_damaged(ECHO, ListForm.TOURNAMENT, words.replace("R2-D2", "R2-X2").encode()) is ListOutcome.WRONG


@pytest.mark.campaign
def test_a_reader_that_reads_names_alone_is_found_out() -> None:
    words = LegionListTrial(CURRENT).written(ECHO, ListForm.TOURNAMENT)
    hasty = LegionListTrial(CURRENT).worse()["hasty"]
    assert hasty.read(ECHO, ListForm.TOURNAMENT, words.encode()) is ListOutcome.UNREAD


@pytest.mark.campaign
def test_a_reader_that_guesses_silently_is_found_out_on_sound_lists() -> None:
    """Two units of a name that the minimal text cannot distinguish, the wrong one taken without a note."""

    def guess(source: bytes, known: Catalogue) -> ListResult:
        result = read_list(source, known)
        return replace(result, matched=tuple(replace(match, exact=True, decided_by="") for match in result.matched))

    trial = LegionListTrial(CURRENT, guess)
    assert trial.read(ECHO, ListForm.MINIMAL, trial.written(ECHO, ListForm.MINIMAL).encode()) is ListOutcome.WRONG


@pytest.mark.campaign
def test_the_open_names_are_those_that_nothing_in_the_form_distinguishes() -> None:
    names = {(each.form, each.written) for each in LegionListTrial(CURRENT).open_names()}
    assert ("tournament", "Wookiee Warriors") in names  # the same points
    assert ("standard", "Wookiee Warriors") not in names  # it has short names for all but one
    assert ("minimal", "Darth Vader") in names
    assert ("tournament", "Darth Vader") not in names
    assert ("minimal", "AT-RT") not in names  # the rest of the army says whose it is
    assert not [name for form, name in names if form == "link"]


@pytest.mark.campaign
def test_a_classic_card_that_links_do_not_know_makes_no_link() -> None:
    classic = load(CLASSIC)
    ids = {card.id for card in classic.link_cards.values()}
    unlinked = next(card for card in classic.cards if card.id not in ids)
    assert LegionListTrial(CLASSIC).written(replace(ECHO, hand=(unlinked,)), ListForm.LINK) == ""


def test_an_army_of_which_every_unit_is_open_is_reported_unit_by_unit() -> None:
    whole = army(
        unit("General Grievous Wheel Bike Warlord"),
        unit("Geonosian Warriors Soldiers of the Hive"),
        faction="separatists",
    )
    trial = LegionListTrial(CURRENT)
    words = trial.written(whole, ListForm.MINIMAL).encode()
    result = read_list(words, KNOWN)
    assert result.problems == ()
    assert [entry.written for entry in result.unmatched if entry.candidates] == [
        "General Grievous",
        "Geonosian Warriors",
    ]
    assert trial.read(whole, ListForm.MINIMAL, words) is ListOutcome.REPORTED


def test_a_counterpart_whose_name_is_gone_is_not_left_out_silently() -> None:
    trial = LegionListTrial(CURRENT)
    for form in (ListForm.STANDARD, ListForm.STANDARD_BARE):
        words = trial.written(ECHO, form).replace(" - C-3PO = 15", " - C-3PO = 0").replace("266/", "251/")
        assert " - C-3PO = 0\n" in words
        assert trial.read_damaged(ECHO, form, words.replace(" - C-3PO", " -").encode()) is ListOutcome.REPORTED
