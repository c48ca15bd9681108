"""Scenario files with decks, discards, later objectives and victory conditions; deck files; two scenarios played."""

from pathlib import Path

import pytest

from table.config.toml.problems import describe
from table.emulation.scripts.document import read_script
from table.emulation.scripts.replay import StepError, play
from table.games.tide_of_iron.rules.model.scenario import CommandUse, Deck, Scenario, Victory
from table.games.tide_of_iron.scenarios.deck_files import load_decks
from table.games.tide_of_iron.scenarios.known_cards import KnownCards, known_cards
from table.games.tide_of_iron.scenarios.loader import load
from table.games.tide_of_iron.scenarios.scenario_format import Scenarios
from table.games.tide_of_iron.scenarios.stored_scenarios import strategy_cards
from table.games.tide_of_iron.tide_cards import TideCards
from table.words import Words

PLAYED = Path(__file__).parent / "played"
BOOK = """
name = "A book"
rounds = 4
initiative = "us"
[victory]
acts = true
[[victory.wins]]
condition = "holds the hill and the well"
holds = ["Hill", "2B"]
any_round = true
[[victory.wins]]
side = "them"
points = 5
[[victory.wins]]
side = "us"
otherwise = true
[sides.us]
nation = "american"
starts = 2
[[sides.us.decks]]
name = "Command I"
last = 2
[[sides.us.cards]]
name = "Runner"
deck = "Command I"
face_up = true
[[sides.us.cards]]
name = "Beast"
cost = 2
in_play = true
until = 3
[sides.them]
nation = "german"
[[sides.them.decks]]
name = "command i"
[[objectives]]
name = "Hill"
hex = "1A"
kind = "victory"
[[objectives]]
name = "Well"
hex = "2B"
kind = "command"
value = 1
[[objectives]]
name = "Zone"
kind = "command"
value = 2
placed_by = "us"
[[uses]]
name = "Fetch"
cost = 1
side = "us"
returns = "Beast"
to_play = true
[[decks."Command I".cards]]
name = "Runner"
cost = 1
copies = 3
action_phase = false
"""
CSV = """deck,name,cost,copies,phase,lasting,ends
Command I,Runner,1,2,command,,
Command I,"Radio, large",2,,both,yes,no

Morale I,Cheer,0,,action,,yes
"""
TOML = """
[[decks."Command I".cards]]
name = "Runner"
cost = 1
copies = 2
action_phase = false
[[decks."Command I".cards]]
name = "Radio, large"
cost = 2
lasting = true
[[decks."Morale I".cards]]
name = "Cheer"
cost = 0
command_phase = false
ends = true
"""


def loaded(folder: Path, document: str, known: KnownCards | None = None) -> Scenario:
    path = folder / "book.toml"
    path.write_text(document, "utf-8")
    scenario, problems = load(path, known or KnownCards())
    assert problems == ()
    assert scenario is not None
    return scenario


def reported(folder: Path, document: str, known: KnownCards | None = None) -> str:
    path = folder / "book.toml"
    path.write_text(document, "utf-8")
    found = load(path, known or KnownCards())
    assert found.scenario is None
    return "\n".join(describe(found.problems, Words("en").say)).replace(f"{path}:", "")


class TestKeys:
    @pytest.mark.rule("IB-09")
    def test_a_card_that_a_side_begins_with_is_no_longer_in_the_deck(self, tmp_path: Path) -> None:
        us, them = loaded(tmp_path, BOOK).sides
        tag = "tide_of_iron.command-i.runner"
        assert [(card.id, card.face_up, card.action_phase, card.cost) for card in us.cards if card.tag == tag] == [
            (tag, True, False, 1),
            (f"{tag}.2", False, False, 1),
            (f"{tag}.3", False, False, 1),
        ]
        assert [card.id for card in them.cards] == [f"{tag}.2", f"{tag}.3"]
        assert {card.deck for card in (*us.cards, *them.cards) if card.tag == tag} == {"command-i"}
        assert us.decks == (Deck("command-i", "Command I", 1, 2),)
        assert (us.starts, them.starts) == (2, 0)

    @pytest.mark.rule("IB-11")
    @pytest.mark.rule("IB-12")
    @pytest.mark.rule("IB-13")
    def test_a_file_states_play_area_discards_and_later_objectives(self, tmp_path: Path) -> None:
        scenario = loaded(tmp_path, BOOK)
        beast = next(card for card in scenario.sides[0].cards if card.name == "Beast")
        assert (beast.in_play, beast.until, beast.lasting, beast.deck) == (True, 3, True, "")
        assert scenario.uses == (CommandUse("fetch", "Fetch", 1, "us", "tide_of_iron.american.beast", to_play=True),)
        zone = scenario.objectives[2]
        assert (zone.id, zone.hex, zone.placed_by) == ("placed-zone", "?", "us")

    @pytest.mark.rule("IB-14")
    def test_a_file_states_who_wins_by_what_and_when(self, tmp_path: Path) -> None:
        scoring = loaded(tmp_path, BOOK).scoring
        assert scoring.acts
        assert scoring.wins == (
            Victory("holds the hill and the well", "", ("1a", "2b"), 2, any_round=True),
            Victory("", "them", points=5),
            Victory("", "us", otherwise=True),
        )

    @pytest.mark.rule("IB-14")
    def test_a_condition_is_as_long_as_it_is_printed(self, tmp_path: Path) -> None:
        long = "x" * 400
        assert loaded(tmp_path, BOOK.replace("holds the hill and the well", long)).scoring.wins[0].condition == long
        assert "at most 400 printable characters" in reported(
            tmp_path, BOOK.replace("holds the hill and the well", long + "x")
        )
        spoken = BOOK.replace("acts = true", f'acts = true\nconditions = ["{long}"]')
        assert loaded(tmp_path, spoken).scoring.conditions == (long,)

    @pytest.mark.rule("TB-81")
    @pytest.mark.parametrize(
        ("part", "instead", "expected"),
        [
            ('holds = ["Hill", "2B"]', 'holds = ["Hill", "2C"]', "9: victory.wins[1].holds[2]"),
            ('side = "them"\npoints', 'side = "then"\npoints', "12: victory.wins[2].side"),
            ("any_round = true\n[[", "any_round = true\nleast = 3\n[[", "least = 3: holds names 2 objectives"),
            ('side = "us"\notherwise', "otherwise", "victory.wins[3].otherwise: names only a side"),
            ("otherwise = true", "otherwise = true\npoints = 1", "names only a side"),
            ("points = 5", "", "11: victory.wins[2]: needs objectives in holds"),
            ('name = "Command I"', 'name = "Command X"', "expected one of: Command I"),
            ("last = 2", "last = 2\nfirst = 3", "comes before the first round, 3"),
            ('deck = "Command I"', "", "sides.us.cards[1].cost: is missing"),
            ("until = 3", "until = 21", "a whole number from 0 to 20"),
            ('placed_by = "us"', 'placed_by = "him"', "expected one of: us, them"),
            ('placed_by = "us"', "", "objectives[3].hex"),
            ('returns = "Beast"', 'returns = "Bear"', "uses[1].returns"),
            ("cost = 1\ncopies", "copies", "cards[1].cost: is missing"),
            ("acts = true", "objectives = true", "a victory objective has a value of 1 or more"),
            ('[[decks."Command I"', '[[decks."!"', "expected at least a letter or a digit"),
        ],
    )
    def test_an_error_is_answered_with_its_line(self, part: str, instead: str, expected: str, tmp_path: Path) -> None:
        assert part in BOOK
        answer = reported(tmp_path, BOOK.replace(part, instead, 1))
        assert expected in answer
        assert all(line.split(":")[0].isdigit() for line in answer.splitlines()[:-1]), answer


class TestDeckFiles:
    @pytest.mark.rule("IB-09")
    def test_csv_and_toml_say_the_same(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text(CSV, "utf-8")
        (tmp_path / "a.toml").write_text(TOML, "utf-8")
        (tmp_path / "b.csv").write_text(CSV.replace(",", ";").replace('"Radio; large"', "Radio, large"), "utf-8-sig")
        files = [load_decks(tmp_path / name) for name in ("a.csv", "a.toml", "b.csv")]
        assert [file.problems for file in files] == [(), (), ()]
        assert files[0].decks == files[1].decks == files[2].decks
        assert list(files[0].decks) == ["Command I", "Morale I"]

    @pytest.mark.rule("IB-09")
    def test_all_scenarios_share_the_decks_of_the_state_folder(self, tmp_path: Path) -> None:
        room = tmp_path / "scenarios" / "decks"
        room.mkdir(parents=True)
        (room / "mine.csv").write_text(CSV, "utf-8")
        known = known_cards(tmp_path)
        document = BOOK[: BOOK.index("[[decks.")]
        cards = loaded(tmp_path, document, known).sides[1].cards
        assert [(card.name, card.cost, card.lasting) for card in cards] == [
            ("Runner", 1, False),
            ("Radio, large", 2, True),
        ], "one of the two runners is in the other side's headquarters"
        assert "there is no deck yet" in reported(tmp_path, document)
        names = {card.tag for card in strategy_cards(tmp_path / "scenarios", known)}
        assert "tide_of_iron.morale-i.cheer" in names, "of no scenario, and it can have a tag"
        assert TideCards().names(tmp_path)["tide_of_iron.morale-i.cheer"] == "Cheer"

    @pytest.mark.rule("IB-09")
    def test_a_scenarios_own_deck_takes_the_place_of_a_shared_one(self, tmp_path: Path) -> None:
        shared = load_decks(_written(tmp_path / "d.toml", TOML))
        scenario = loaded(tmp_path, BOOK, KnownCards(decks=shared.decks))
        assert {card.name for card in scenario.sides[1].cards} == {"Runner"}

    @pytest.mark.rule("TI-33")
    def test_an_enrolled_card_of_a_deck_needs_no_cost(self, tmp_path: Path) -> None:
        known = KnownCards(costs={"tide_of_iron.command-i.runner": 4})
        scenario = loaded(tmp_path, BOOK.replace("cost = 1\ncopies", "copies"), known)
        assert {card.cost for card in scenario.sides[1].cards} == {4}

    @pytest.mark.rule("TB-81")
    @pytest.mark.parametrize(
        ("part", "instead", "expected"),
        [
            ("Runner,1", "Runner,one", '2: decks."Command I".cards[1].cost = "one": expected a whole number'),
            ("Cheer,0,,action", "Cheer,0,,later", "expected one of: both, command, action"),
            (",yes,no", ",maybe,no", '3: decks."Command I".cards[2].lasting = "maybe": expected one of: no, yes'),
            ("Command I,Runner", "Command I,", '2: decks."Command I".cards[1].name'),
            ("Morale I,Cheer", "Command I,runner", '5: decks."Command I".cards[3].name = "runner"'),
            ("Morale I,Cheer", ",Cheer", "5: decks."),
            ("lasting,ends", "lasting,end", '1: end = "end": no such key here'),
        ],
    )
    def test_a_mistake_in_a_row_is_answered_with_its_line(
        self, part: str, instead: str, expected: str, tmp_path: Path
    ) -> None:
        assert part in CSV
        path = _written(tmp_path / "d.csv", CSV.replace(part, instead, 1))
        found = load_decks(path)
        assert found.decks == {}
        assert expected in "\n".join(describe(found.problems, Words("en").say)).replace(f"{path}:", "")

    @pytest.mark.rule("TB-81")
    def test_the_mistakes_of_a_deck_file_are_reported_where_its_deck_is_missing(self, tmp_path: Path) -> None:
        room = tmp_path / "scenarios" / "decks"
        room.mkdir(parents=True)
        _written(room / "mine.csv", CSV.replace("Runner,1", "Runner,one"))
        _written(room / "torn.toml", "[[decks")
        answer = reported(tmp_path, BOOK[: BOOK.index("[[decks.")], known_cards(tmp_path))
        assert "mine.csv:2:" in answer
        assert "torn.toml" in answer

    def test_a_deck_file_is_imported_beside_the_scenarios(self, tmp_path: Path) -> None:
        format, lists = Scenarios(), tmp_path / "lists"
        for document, ending in ((CSV, "csv"), (TOML, "toml")):
            assert format.recognises(document)
            understood = format.understood(document, f"cards.{ending}", lists)
            assert understood.playable
            assert "tide_of_iron.morale-i.cheer" in understood.cards
            path = format.store(document, "My cards", lists)
            assert path == tmp_path / "scenarios" / "decks" / f"My cards.{ending}"
        assert [entry.name for entry in format.stored(lists)][-2:] == ["Command I, Morale I"] * 2
        wrong = format.understood(CSV.replace("Runner,1", "Runner,one"), "cards.csv", lists)
        assert not wrong.playable
        assert wrong.mistakes[0].line == 2


def _written(path: Path, document: str) -> Path:
    path.write_text(document, "utf-8")
    return path


@pytest.mark.slow
@pytest.mark.rule("IB-14")
class TestPlayedToTheirOwnCondition:
    @pytest.mark.parametrize("name", ["hell_week", "death_from_above"])
    def test_a_public_scenario_is_played_without_a_correction(self, name: str) -> None:
        play(read_script((PLAYED / f"{name}.script").read_text("utf-8"), name))

    @pytest.mark.parametrize(
        ("name", "part", "instead"),
        [
            ("hell_week", "    any_round = true\n", ""),
            ("hell_week", 'answer red "Town (1B-1)" to units', "answer red nothing to units"),
            ("hell_week", '    returns = "Take Down the Beast"\n', ""),
            ("death_from_above", "answer blue 2 to act.points", "answer blue 1 to act.points"),
            ("death_from_above", '    placed_by = "american"\n', '    hex = "D5"\n'),
        ],
    )
    def test_with_another_fact_it_goes_another_way(self, name: str, part: str, instead: str) -> None:
        document = (PLAYED / f"{name}.script").read_text("utf-8")
        assert part in document
        with pytest.raises(StepError):
            play(read_script(document.replace(part, instead), name))
