"""A scenario of Tide of Iron begun from a saved web page. The page is invented, in the form of public ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from examples.scenario_page import scenario
from table.config.toml.problems import describe
from table.games.tide_of_iron.rules.model.scenario import Deck, Victory
from table.games.tide_of_iron.scenarios.loader import load
from table.words import Words

SCRIPT = Path(__file__).parents[2] / "examples" / "scenario_page.py"
HTML = """<html><head><title>x</title><script>if (a < b) "Rounds\t9"</script></head><body><p>A ford | at dawn.</p>
<table><tr><td></td><td><strong>Allies</strong></td><td>German</td></tr>
<tr><td>Division 1</td><td>3 Squad Bases<br>Reinforcements Round 2</td><td>4 Squad Bases</td></tr>
<tr><td>Strategy Decks (Round 1-2)</td>
<td><p>&ldquo;Ford Deck&rdquo;</p></td>
<td>Mill 1 with one "Flour" Card removed</td></tr>
<tr><td>Strategy Decks (Round 3-6)</td><td><p>Bank 1</p><p>Bank 2</p></td><td>Mill 2 (these are new)</td></tr>
<tr><td><p>Starting Strategy Cards</p></td>
<td>2 In addition, the Allies start with the "Long Rope" card from Ford Deck in
 their HQ and the - Wet Boots- card from the Bank 1 deck in their play area.</td><td>-</td></tr>
<tr><td>Operations Cards</td>
<td>{tip content="x"}018 Mist{/tip} (until turn 3)</td>
<td>- High Water<br>- Eel (After turn 4)</td></tr>
<tr><td>Starting Initiative</td><td></td><td><img src="t.png" alt="Initiative Token"></td></tr>
<tr><td>Objective</td>
<td>The Allies win if they hold the ford at the end of any round.</td>
<td>The Germans win otherwise.</td></tr>
<tr><td>Rounds</td><td colspan="2">6</td></tr>
<tr><td>Special Rules</td><td>The ford is wet.</td><td>-</td></tr>
</table></body></html>"""
TABS = """A ford at dawn.
 \tAllies\tGerman
Division 1\t3 Squad Bases
- 2 Officers\t4 Squad Bases
Strategy Decks\tFord Deck\nBank 1\tMill 1
Starting Initiative\tInitiative Token\t
Objective\tThe side with more points wins.
Rounds\t6\t
"""
CARD = '[[decks."{}".cards]]\nname = "{}"\ncost = 1\n'


def mistakes(folder: Path, document: str) -> str:
    path = folder / "ford.toml"
    path.write_text(document, "utf-8")
    return "\n".join(describe(load(path).problems, Words("en").say))


def test_a_page_gives_sides_decks_cards_rounds_and_conditions(tmp_path: Path) -> None:
    document = scenario("Ford", HTML)
    document += '[[objectives]]\nname = "Ford"\nhex = "B2"\nkind = "victory"\n'
    for deck in ("Ford", "Bank 1", "Bank 2", "Mill 1", "Mill 2"):
        document += "".join(CARD.format(deck, card) for card in ("Long Rope", "Wet Boots"))
    assert mistakes(tmp_path, document) == "No problems.", "only objectives and decks were missing"
    read = load(tmp_path / "ford.toml").scenario
    assert read is not None
    allies, germans = read.sides
    assert (read.name, read.rounds, read.initiative) == ("Ford", 6, "german")
    assert (allies.name, allies.starts, allies.draws, germans.starts) == ("Allies", 2, 1, 0)
    assert allies.decks == (
        Deck("ford", "Ford", 1, 2), Deck("bank-1", "Bank 1", 3, 6), Deck("bank-2", "Bank 2", 3, 6),
    )  # fmt: skip
    assert [deck.name for deck in germans.decks] == ["Mill 1", "Mill 2"]
    begun = [card for sheet in read.sides for card in sheet.cards if card.face_up or card.in_play]
    assert [(card.name, card.deck, card.in_play, card.until) for card in begun] == [
        ("Long Rope", "ford", False, 0), ("Wet Boots", "bank-1", True, 0), ("Mist", "", True, 3),
        ("High Water", "", True, 0), ("Eel", "", True, 0),
    ]  # fmt: skip
    assert read.scoring.wins == (
        Victory("The Allies win if they hold the ford at the end of any round.", "allies", any_round=True),
        Victory("The Germans win otherwise.", "german"),
    )


def test_it_lists_what_it_did_not_read() -> None:
    listed = [line for line in scenario("Ford", HTML).splitlines() if line.startswith("# - ")]
    assert [line.split(":")[0] for line in listed] == [
        "# - objectives", "# - victory", *["# - sides.german"] * 3, "# - Special Rules",
    ]  # fmt: skip
    assert [line for line in listed if "Flour" in line or "Eel" in line or "wet" in line] == listed[2:3] + listed[4:]


def test_a_table_copied_as_text_is_read_too(tmp_path: Path) -> None:
    document = scenario("Ford", TABS)
    assert 'initiative = "allies"' in document
    assert document.count(".decks]]") == 3
    assert 'condition = "The side with more points wins."' in document
    assert "any_round" not in document
    answer = mistakes(tmp_path, document)
    assert "objectives: expected at least one" in answer
    assert answer.count("there is no deck yet") == 3
    assert scenario("Ford", TABS.replace("\t", " | ").replace(" | \n", " |\n")) == document


@pytest.mark.parametrize(("was", "now", "listed"), [
    ("Rounds\t6", "Rounds\t?", "# - rounds\n"),
    ("Starting Initiative\tInitiative Token", "Starting Initiative\t", "# - initiative:"),
    ("The side", "x" * 400 + " The side", "# - victory: the condition goes on:  The side"),
])  # fmt: skip
def test_a_row_that_cannot_be_read_is_listed(was: str, now: str, listed: str) -> None:
    assert listed not in scenario("Ford", TABS)
    assert listed in scenario("Ford", TABS.replace(was, now))


def test_another_page_is_refused() -> None:
    with pytest.raises(ValueError, match="two sides"):
        scenario("Ford", "<p>A ford at dawn.</p>")


def test_the_command_names_it_after_the_file(tmp_path: Path) -> None:
    page = tmp_path / "036-quiet-ford.html"
    page.write_text(HTML, "utf-8")
    shown = subprocess.run([sys.executable, SCRIPT, page], capture_output=True, check=True)
    assert b'name = "Quiet ford"' in shown.stdout
