"""Old matches are opened, folded, verified and exported as they were, and each can go on from each of its questions."""

import json
from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import (
    REVISED,
    checked,
    configured,
    facts,
    journal,
    matches,
    otherwise,
    rule_sets,
    system,
    unmeant,
    unpacked,
)

pytestmark = pytest.mark.slow

EVERY = pytest.mark.parametrize("name", matches())
SYSTEMS = ("infinity", "legion_2024", "legion_classic", "skirmish", "tide_of_iron")


@pytest.fixture(autouse=True)
def played_by_a_package(request: pytest.FixtureRequest) -> None:
    if "skirmish_package" in request.node.name:
        request.getfixturevalue("installed")


@EVERY
def test_a_match_file_is_verified_with_the_same_verdict(name: str, tmp_path: Path) -> None:
    then = facts(f"matches/{name}.json.xz")
    raw, file = unpacked(f"matches/{name}.jsonl.xz"), tmp_path / "match.jsonl"
    file.write_bytes(raw)
    proved = then["verdict"]["proved"] and system(raw) not in REVISED
    verdict = then["verdict"] | {"checks": checked(raw, then["verdict"]["checks"]), "proved": proved}
    games = [word for game in rule_sets(name) for word in ("--game", game)]
    said = doors.command("verify", file, "--json", "--head", then["head"], *games)
    told = json.loads(said.stdout)
    assert said.exit_code == 0
    now = {
        "ok": told["ok"],
        "proved": told["proved"],
        "checks": {check["part"]: check["state"] for check in told["checks"] if check["part"] != "known"},
        "chanced": told["chanced"],
    }
    assert (now, told["match"], told["head"]) == (verdict, then["match"], then["head"])


@EVERY
def test_a_journal_is_folded_to_the_same_questions_and_the_same_view(name: str, tmp_path: Path) -> None:
    """At each batch that asks something new; and each question that it asks can be answered."""
    then = facts(f"matches/{name}.json.xz")
    changed, stuck, tried, last = list[str](), list[str](), set[str](), 0
    for standing in doors.standings(journal(name, tmp_path), rule_sets(name)):
        last = standing.batch
        moment = then["moments"].get(str(last))
        if moment is None:
            continue
        asked = standing.asked
        now = {"asked": asked, "waits": doors.waits(asked), "shown": standing.shown}
        changed += unmeant(otherwise(moment, now, f"batch {last}"))
        stuck += [f"batch {last}: {question}" for question in asked.keys() - tried if not standing.takes(question)]
        tried |= asked.keys()
    assert (changed, stuck) == ([], [])
    assert last == then["batches"]


@EVERY
def test_a_journal_is_exported_byte_for_byte(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    path, out = journal(name, folder), tmp_path / "match.jsonl"
    said = doors.command("export", path.stem, "--config", configured(folder, rule_sets(name)), "--out", out)
    assert said.exit_code == 0, said.output
    assert out.read_bytes() == unpacked(f"matches/{name}.jsonl.xz")


def test_every_kind_of_question_is_among_them() -> None:
    moments = {name: facts(f"matches/{name}.json.xz")["moments"].values() for name in matches()}
    kinds = {
        system: {
            question["kind"]
            for name, each in moments.items()
            if name.startswith(system)
            for moment in each
            for question in moment["asked"].values()
        }
        for system in SYSTEMS
    }
    legion = {"ChooseOne", "ChooseSome", "Confirm", "Number", "Roll", "SealedCard"}
    assert kinds == {
        "legion_2024": legion,
        "legion_classic": legion,
        "infinity": legion - {"SealedCard"} | {"OpenCard"},
        "tide_of_iron": {"ChooseOne", "ChooseSome", "Confirm", "Number", "OpenCard"},
        "skirmish": legion - {"ChooseSome"},
    }
