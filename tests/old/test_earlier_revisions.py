"""Matches of the games' revisions 2 to 5: as bots play them, and by what is agreed to since (TB-47, TB-51, LA-63)."""

import json
import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.old import doors
from tests.old.kept import otherwise

pytestmark = pytest.mark.slow

OLD = Path(__file__).parent
BY_WORD_MATCH, GIFTS_MATCH = "0132ebd/legion_2024_by_word", "bcca994/legion_2024_gifts"
FIRE_MATCH = "bcca994/legion_classic_fire"
OWN_WORD_MATCHES = ("75815ec/legion_2024_own_word", "75815ec/legion_classic_own_word")
LATE_MATCH = "ca3267d/legion_2024_late_gifts"
STILL_THERE = (*OWN_WORD_MATCHES, LATE_MATCH)
"""Those whose rules of that revision still decide; the rules of the others are open."""
BY_WORD = ("order.extra", "turn.extra", "token.down", "token.back", "park")
OWN_WORD = ("draw.by_hand", "roll")
GIFTS = ("card.back", "instead", "order.extra", "order.offer", "token.second", "turn.extra")


def unpacked(name: str, kind: str) -> bytes:
    commit, _, match = name.partition("/")
    return lzma.decompress((OLD / commit / "matches" / f"{match}.{kind}.xz").read_bytes())


def facts(name: str) -> Any:
    """Return what was written down at that commit."""
    return json.loads(unpacked(name, "json"))


def kept(commit: str) -> set[str]:
    return {f"{commit}/{path.name.partition('.')[0]}" for path in (OLD / commit / "matches").iterdir()}


COMMITS = ("0132ebd", "bcca994", "75815ec", "8879d41", "ca3267d")
EVERY = pytest.mark.parametrize("name", sorted(name for commit in COMMITS for name in kept(commit)))


def test_each_of_the_deeds_is_in_it_and_no_consent() -> None:
    file = unpacked(BY_WORD_MATCH, "jsonl").decode()
    for key in BY_WORD:
        assert f'"prompt":"{key}"' in file, key
    assert "ConsentAsked" not in file


def test_a_card_in_play_gave_without_limit_by_revision_3_and_a_returned_card_was_chosen_again() -> None:
    file = unpacked(GIFTS_MATCH, "jsonl").decode()
    for key in GIFTS:
        assert f'"prompt":"{key}"' in file, key
    assert file.count('"giver":"A Beautiful Friendship"') > file.count('"type":"RoundBegan"'), "more than once a round"
    assert file.count('"out_of_turn":true') == 2
    assert file.count('"type":"ConsentAsked"') == 1, "the advantage token alone"


def test_fire_support_was_agreed_to_by_the_classic_rules_of_revision_3() -> None:
    file = unpacked(FIRE_MATCH, "jsonl").decode()
    assert '"prompt":"token.down"' in file
    assert file.count('"type":"ConsentAsked"') == 1


def test_who_is_off_the_table_was_asked_in_retreat_by_revision_5_while_the_other_seat_answered() -> None:
    file = unpacked("ca3267d/infinity_apart", "jsonl").decode()
    assert '"prompt":"count.apart"' in file
    assert '"value":"into.2"' in file, "a dead trooper whose proxy lives was asked for a place"


@pytest.mark.parametrize("name", OWN_WORD_MATCHES)
def test_a_die_and_a_token_were_named_by_their_owner_alone_by_revision_4(name: str) -> None:
    batches = [json.loads(line)["batch"] for line in unpacked(name, "jsonl").splitlines()[1:-1]]
    named = [(one["cause"]["command"], [event["type"] for event in one["events"]]) for one in batches]
    answers = [(asked["prompt"], types) for asked, types in named if asked and asked.get("prompt") in OWN_WORD]
    assert sorted(prompt for prompt, _ in answers) == ["draw.by_hand", "roll", "roll"]
    assert not [types for _, types in answers if "ConsentAsked" in types]


def test_what_a_card_gave_was_free_to_the_end_of_the_round_by_revision_5() -> None:
    file = unpacked(LATE_MATCH, "jsonl").decode()
    _, _, second = file.partition('"type":"RoundBegan","number":2')
    for key, turns in (("order.extra", file), ("token.back", second), ("turn.extra", second)):
        before, asked, _ = turns.partition(f'"prompt":"{key}"')
        assert asked, key
        assert '"type":"StepBegan","step":"activation"' in before, key
    before, _, after = second.partition('"prompt":"token.back"')
    assert before.count('"type":"ActivationEnded"') == 2
    assert '"type":"IndependentReminded"' in after
    assert "ConsentAsked" not in file
    assert "CardActsAgain" not in file


def test_an_unfinished_match_of_revision_5_goes_on_by_it(tmp_path: Path) -> None:
    """A card's token goes back two turns after its moment: nobody is asked, as when the match began."""
    path = tmp_path / "matches" / f"{facts(LATE_MATCH)['match']}.match"
    path.parent.mkdir()
    path.write_bytes(unpacked(LATE_MATCH, "match"))
    answered = unpacked(LATE_MATCH, "jsonl").decode().splitlines()[1:]
    back = next(n for n, line in enumerate(answered) if '"prompt":"token.back"' in line)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM batches WHERE n > ?", (back,))
    with doors.switched_on(tmp_path) as table:
        table.does('answer red "Blue: Wicket" to token.back')
    with closing(sqlite3.connect(path)) as file:
        (after,) = file.execute("SELECT group_concat(CAST(body AS TEXT)) FROM batches WHERE n > ?", (back,)).fetchone()
    assert "TokenPutBack" in after
    assert "RulesRevised" not in after
    assert "ConsentAsked" not in after


@pytest.mark.parametrize("name", OWN_WORD_MATCHES)
def test_an_unfinished_match_of_revision_4_goes_on_by_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "matches" / f"{facts(name)['match']}.match"
    path.parent.mkdir()
    path.write_bytes(unpacked(name, "match"))
    answered = unpacked(name, "jsonl").decode().splitlines()[1:]
    rolled = next(n for n, line in enumerate(answered) if '"prompt":"roll"' in line)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM batches WHERE n > ?", (rolled,))
    with doors.switched_on(tmp_path) as table:
        assert "blue roll" in doors.published(table)["asked"]
        table.does("answer blue surge to roll")
        table.does("expect priority red")
    with closing(sqlite3.connect(path)) as file:
        (after,) = file.execute(
            "SELECT group_concat(CAST(body AS TEXT)) FROM batches WHERE n > ?", (rolled,)
        ).fetchone()
    assert "PriorityGiven" in after
    assert "RulesRevised" not in after
    assert "ConsentAsked" not in after


@EVERY
def test_it_is_folded_to_the_same_view(name: str, tmp_path: Path) -> None:
    then, path = facts(name), tmp_path / "old.match"
    path.write_bytes(unpacked(name, "match"))
    changed, last = list[str](), 0
    for standing in doors.standings(path):
        last = standing.batch
        if (moment := then["moments"].get(str(last))) is not None:
            changed += otherwise(moment["shown"], standing.shown, f"batch {last}")
    assert (changed, last) == ([], then["batches"])


@EVERY
def test_its_file_is_proved_but_for_rules_that_are_not_there_any_more(name: str, tmp_path: Path) -> None:
    then, file = facts(name), tmp_path / "match.jsonl"
    file.write_bytes(unpacked(name, "jsonl"))
    said = doors.command("verify", file, "--json", "--head", then["head"])
    told = json.loads(said.stdout)
    checks = {check["part"]: check["state"] for check in told["checks"] if check["part"] != "known"}
    assert then["checks"]["rules"] == "passed"
    there = name in STILL_THERE
    proved = there and set(then["checks"].values()) == {"passed"}
    assert (said.exit_code, told["ok"], told["proved"]) == (0, True, proved)
    assert checks == then["checks"] | {"rules": "passed" if there else "open"}
    assert told["chanced"] == then["chanced"]


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("0132ebd/infinity_bots", "infinity"),
        ("bcca994/infinity_heaps", "infinity"),
        ("8879d41/infinity_table", "infinity"),
        ("ca3267d/infinity_apart", "infinity"),
        ("0132ebd/tide_of_iron_bots", "tide_of_iron"),
        ("8879d41/tide_of_iron_marks", "tide_of_iron"),
        (BY_WORD_MATCH, "legion_2024"),
        (GIFTS_MATCH, "legion_2024"),
        (FIRE_MATCH, "legion_classic"),
    ],
)
def test_the_rules_that_are_missing_are_named_as_the_games_own(name: str, system: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(unpacked(name, "jsonl"))
    said = doors.command("verify", file).output
    assert "the rules that every match has" not in said
    assert system in said
