"""Legion HQ links, as they are in messages, in QR codes, and damaged."""

import json
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.games.legion.lists.formats import read_written
from table.words.catalogue import Words

CATALOGUE = load()
HOTH = "https://legionhq2.com/list/empire/1000:1au00,1fnCc0,3az00,1ay0_0,1ba0,1be,1bg00,bl,bw,bk,bs,bj,bn,Of,Od,Oa"


def read(link: str) -> ListResult:
    return read_list(link, CATALOGUE)


def found(result: ListResult) -> list[str]:
    return [match.found for match in result.matched]


def keys(result: ListResult) -> list[str]:
    return [problem.key for problem in result.problems]


def warnings(result: ListResult) -> list[str]:
    return [warning.key for warning in result.warnings]


def test_a_link_is_a_whole_army_with_its_hand() -> None:
    result = read(HOTH)
    assert (result.unmatched, result.problems) == ((), ())
    assert warnings(result) == ["list.no_points"]
    assert judged(result) == ()
    assert result.army is not None
    assert result.army.faction == "empire"
    assert found(result) == [
        "General Veers Master Tactician",
        "Darth Vader The Emperor's Apprentice",
        *["Snowtroopers"] * 3,
        "Stormtroopers",
        "Scout Troopers",
        "E-Web Heavy Blaster Team",
        "AT-ST",
        *("Ambush", "Implacable", "Push", "Evasive Maneuvers", "Assault", "Imperial Discipline"),
    ]
    assert result.army.hand[-1].name == "Standing Orders"
    assert len(result.army.hand) == 7


@pytest.mark.parametrize(
    "written",
    [
        f"  {HOTH}\r\n",
        HOTH.removeprefix("https://"),
        HOTH.replace("https://", "http://www."),
        HOTH.replace("legionhq2", "LegionHQ2"),
        HOTH.replace("https://legionhq2.com", "https://legionhq.thefifthtrooper.com"),
        HOTH.replace("/list", "/#/list"),
        f"My list: {HOTH}. See you on Sunday (100% sure)!",
        f"<{HOTH}>",
        f"[Blizzard]({HOTH})",
        f"[{HOTH}]({HOTH})",
        f"**{HOTH}**",
        f"{HOTH}?utm_source=qr#top",
        HOTH.replace(":", "%3A").replace(",", "%2C"),
        quote(HOTH, safe=""),
        f"https://example.org/?url={quote(quote(HOTH, safe=''), safe='')}&x=1",
        "\ufeff" + HOTH,
        f"{HOTH}/",
        HOTH.replace(".com", ".com:443"),
        f"{HOTH[:50]}\r\n{HOTH[50:]}\r\nSee you, Ann",
        f"> {HOTH[:50]}=\n> {HOTH[50:]}",
        f"MEBKM:TITLE:Hoth;URL:{HOTH};;",
        json.dumps({"url": HOTH}),
        HOTH.removeprefix("https://legionhq2.com"),
        HOTH.partition("/list/empire/")[2],
    ],
)
def test_what_stands_around_a_link_does_not_matter(written: str) -> None:
    assert read_written(written).units == read_written(HOTH).units
    assert read_written(written.encode()).cards == read_written(HOTH).cards


def test_ids_are_case_sensitive() -> None:
    ids = {unit.lhq_id: unit.full_name for unit in CATALOGUE.units}
    pairs = [(link_id, link_id.swapcase()) for link_id in ids if link_id.swapcase() in ids]
    pairs += [(link_id, link_id.title()) for link_id in ids if link_id.islower() and link_id.title() in ids]
    assert pairs
    for lower, upper in pairs:
        assert found(read(f"legionhq2.com/list/empire/1{lower},1{upper}")) == [ids[lower], ids[upper]]


def test_unknown_ids_are_named_exactly_with_those_of_the_other_case() -> None:
    result = read("legionhq2.com/list/empire/1000:1au,2aU,1q0,BL,bw")
    unit, again, other, card = result.unmatched
    assert unit == again
    assert (unit.kind, unit.written, unit.by_id) == ("unit", "aU", True)
    assert unit.closest == ("General Veers Master Tactician",)
    assert (other.written, other.words.key) == ("q0", "list.unknown_in_link.unit")
    assert (card.kind, card.written, "Ambush" in card.closest) == ("card", "BL", True)
    assert [note.key for note in result.without] == ["list.without"] * 3  # what stands there twice is said once


def test_every_unit_and_card_of_the_data_is_found_by_its_id() -> None:
    for unit in CATALOGUE.units:
        (match,) = read(f"legionhq2.com/list/{unit.faction}/9{unit.lhq_id}").matched[::9]
        assert (match.id, match.kind) == (unit.id, "unit" if unit.rank else "counterpart")
    assert len(CATALOGUE.link_cards) == len(CATALOGUE.cards)
    for link_id, card in CATALOGUE.link_cards.items():
        assert read(f"legionhq2.com/list/rebels/1ab,{link_id}").matched[1].id == card.id


def test_counterparts_stand_behind_a_plus() -> None:
    result = read("legionhq2.com/list/rebels/1000:1abff00_0+1ji0_ff,1ah0")
    assert found(result) == [
        "Leia Organa Fearless and Inventive",
        "C-3PO Human-Cyborg Relations",
        "Rebel Troopers",
    ]
    assert result.matched[1].kind == "counterpart"


def test_a_unit_of_the_same_name_in_another_faction_is_reported_by_its_id() -> None:
    assert [match.id for match in read("legionhq2.com/list/rebels/1mb,1ao").matched] == [
        "legion.unit.at-rt.republic",
        "legion.unit.at-rt.rebels",
    ]


def test_a_battle_force_has_a_name() -> None:
    army = read("legionhq2.com/list/rebels/1000:ebd:1ab").army
    assert army is not None
    assert army.battle_force == "Echo Base Defenders"
    without_points = read("legionhq2.com/list/rebels/ebd:1ab").army
    assert without_points is not None
    assert without_points.battle_force == "Echo Base Defenders"
    assert "list.battle_force_unknown" in warnings(read("legionhq2.com/list/rebels/1000:xyz:1ab"))


def test_cards_behind_the_six_of_the_hand_are_contingencies_or_battle_cards() -> None:
    result = read("legionhq2.com/list/rebels/1000:1ab,bl,bk,,,,,bj,Of")
    assert result.army is not None
    assert [card.name for card in result.army.hand] == ["Ambush", "Push", "Standing Orders"]
    assert "list.contingencies" in warnings(result)
    assert "list.contingencies" not in warnings(read("legionhq2.com/list/rebels/1000:1ab,bl,bk,,,,,Of"))


def test_a_link_of_another_size_of_game_is_pointed_out() -> None:
    assert "list.other_size" in warnings(read(HOTH.replace("1000:", "500:")))
    assert "list.other_size" not in warnings(read(HOTH.replace("1000:", "")))


def test_the_classic_edition_states_that_ids_may_have_meant_other_cards(classic: Catalogue) -> None:
    result = read_list(HOTH, classic)
    assert warnings(result)[:3] == ["list.no_points", "list.link_edition", "list.other_size"]
    new = next(card for card in CATALOGUE.link_cards if card not in classic.link_cards)
    (unmatched,) = read_list(f"legionhq2.com/list/empire/1au,{new}", classic).unmatched
    assert unmatched.written == new


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("https://legionhq2.com/list/65f0a1", ["list.link_empty"]),
        ("https://legionhq2.com/list/rebels/", ["list.link_empty"]),
        ("https://tabletopadmiral.com/listbuilder/x/y", ["list.other_link"]),
        ("My list: tabletopadmiral.com/listbuilder/Empire/N-_3_EM,1a_7_-.", ["list.other_link"]),
        ("I had no time to write one", ["list.no_list"]),
        (f"{HOTH} {HOTH}0", ["list.several_links"]),
        (f"{HOTH}{'0' * 5000}", ["list.link_too_long"]),
        ("legionhq2.com/list/rebels/1000:bl,bk", ["list.no_units"]),
        ("legionhq2.com/list/rebels/1000:1ab,x,1ab0é,0ah,1ahf,1ab+1j", ["list.link_part"] * 5),
        ("legionhq2.com/list/rebels/1000:ebd:x:1ab", ["list.link_part"]),
        ("legionhq2.com/list/rebels/1000:", ["list.no_units"]),
        ("legionhq2.com/list/rebels/1000", ["list.link_part"]),
        ("legionhq2.com/list/rebels/1000:" + "9ab," * 7, ["list.too_many"]),
        ("legionhq2.com/list/rebels/1000:1ab" + "," * 3000 + "Of", ["list.too_many"]),
        ("legionhq2.com/list/rebels/1000:1~~", ["list.link_part"]),
    ],
)
def test_what_is_no_list_is_reported_exactly(link: str, expected: list[str]) -> None:
    result = read(link)
    assert result.army is None
    assert keys(result) == expected


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_link_to_tabletop_admiral_is_answered_by_what_to_do(language: str) -> None:
    (problem,) = read("https://tabletopadmiral.com/listbuilder/Rebel/p0buEMuEMuEMc08").problems
    sentence = Words(language).say(problem)
    assert "tabletopadmiral.com" in sentence
    assert "JSON" in sentence


def test_the_unknown_ids_of_a_damaged_link_are_reported_beside_its_bad_parts() -> None:
    result = read("legionhq2.com/list/rebels/1000:1ab,1q0,0ah,bl,~,BL")
    assert keys(result) == ["list.link_part"] * 2
    assert [entry.written for entry in result.unmatched] == ["q0", "BL"]
    assert found(result) == ["Leia Organa Fearless and Inventive", "Ambush"]
    assert [problem.why.key.removeprefix("list.") for problem in judged(result)] == [
        *["link_part"] * 2, "unknown_in_link.unit", "closest",
    ]  # fmt: skip


@pytest.mark.parametrize("part", ["legionhq2.com/list/", "legionhq", "%25", "https://", "a", "1ab,", HOTH + " "])
@pytest.mark.slow
@pytest.mark.timeout(20)
def test_a_vast_text_is_read_in_bounded_time(part: str) -> None:
    source = (part * (256 * 1024 // len(part)))[: 256 * 1024]
    read(source)


GOOD = ("legionhq2.com/list/", "rebels", "/", "1000", ":", ",", "+1ji", "_", "0", "%3A", "1ab", "9ah", "bl")
BAD = ("%", "\n", "\x1b[2J", "é", "\u202e", "{", "?", "https://", "[b]", "٣")
PIECES = st.sampled_from((*GOOD, *BAD))


@settings(deadline=None)
@given(st.lists(PIECES, max_size=20).map("".join))
@example("/1000:1ab0\u202e")
@pytest.mark.slow
def test_no_link_breaks_the_reader(tail: str) -> None:
    result = read(f"legionhq2.com/list/rebels{tail}")
    assert (result.army is None) == bool(result.problems)
    assert all(problem.rule for problem in judged(result))
    for problem in result.problems:
        assert all(value.isprintable() for _, value in problem.args if isinstance(value, str))
    assert result.army is None or 0 < len(result.army.units) <= 120


@settings(deadline=None)
@given(st.integers(0, len(HOTH)), st.integers(0, len(HOTH)))
@pytest.mark.slow
def test_a_link_cut_short_never_gains_a_unit(begin: int, end: int) -> None:
    whole = read(HOTH).army
    cut = read(HOTH[:end]).army
    assert whole is not None
    assert cut is None or len(cut.units) <= len(whole.units)
    behind = read(HOTH[begin:]).army
    assert behind is None or (behind.units == whole.units and begin <= HOTH.index("1000:"))
