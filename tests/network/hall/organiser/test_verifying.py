"""The file of a match is verified as anybody would, by the code that its table showed."""

import asyncio
from itertools import count
from pathlib import Path

import pytest

from lab.campaigns.hall.simulated import SimulatedMatch
from table.network.hall.organiser import verifying
from table.network.hall.organiser.matches import FileFinding
from table.network.hall.organiser.verifying import VerifiedMatch, Verifying
from table.records.verify.file import read
from table.view.hall import MatchProof
from tests.network.hall.test_results_of_every_game import file_of_a_match
from tests.records.verify.played import file_of, skirmish


@pytest.mark.campaign
def test_a_played_match_passes_and_one_that_nobody_played_does_not(tmp_path: Path) -> None:
    """The command knows no `skirmish`, so that its rules stay open; chain, seals and rolls are checked."""
    skirmish(tmp_path / "state").session.close()
    played, forged = tmp_path / "played.jsonl", tmp_path / "forged.jsonl"
    played.write_bytes(file_of(tmp_path / "state"))
    match = SimulatedMatch("m2")
    match.goes_on()
    forged.write_bytes(match.file())

    head = read(played.read_bytes()).head

    async def verified() -> list[VerifiedMatch]:
        waiting = Verifying(lambda: 0.0)
        waiting.add("table-1", "m0", "ab" * 32, tmp_path / "none.jsonl")
        waiting.add("table-1", "m1", head, played)
        waiting.add("table-2", "m2", match.chain, forged)
        waiting.add("table-3", "m3", "ab" * 32, played)
        return [await waiting.next() for _ in range(3)]

    assert asyncio.run(verified()) == [
        VerifiedMatch("table-1", "m1", head, FileFinding(MatchProof.OPEN)),
        VerifiedMatch("table-2", "m2", match.chain, FileFinding(MatchProof.FORGED)),
        VerifiedMatch("table-3", "m3", "ab" * 32, FileFinding(MatchProof.FORGED)),
    ]


@pytest.mark.campaign
def test_a_match_of_a_game_that_the_command_knows_is_reported_with_its_outcome(tmp_path: Path) -> None:
    content, outcome = file_of_a_match(tmp_path)
    path = tmp_path / "match.jsonl"
    path.write_bytes(content)

    async def verified() -> VerifiedMatch:
        waiting = Verifying(lambda: 0.0)
        waiting.add("table-1", "m1", read(content).head, path)
        return await waiting.next()

    assert asyncio.run(verified()).finding.outcome == outcome


@pytest.mark.campaign
def test_a_table_whose_files_took_long_comes_after_the_others(tmp_path: Path) -> None:
    """Each look at the clock takes a minute of it. A file that is there twice is verified once."""
    match = SimulatedMatch("m1")
    match.goes_on()
    path = tmp_path / "forged.jsonl"
    path.write_bytes(match.file())
    minutes = count()

    async def verified() -> list[tuple[str, str]]:
        waiting = Verifying(lambda: 60.0 * next(minutes))
        for table, name in (
            ("table-1", "m1"),
            ("table-1", "m2"),
            ("table-1", "m2"),
            ("table-1", "m3"),
            ("table-2", "m1"),
        ):
            waiting.add(table, name, match.chain, path)
        return [(each.table, each.match) for each in [await waiting.next() for _ in range(4)]]

    assert asyncio.run(verified()) == [("table-1", "m1"), ("table-2", "m1"), ("table-1", "m2"), ("table-1", "m3")]


@pytest.mark.campaign
def test_a_table_that_has_used_up_its_time_waits_until_it_has_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first file takes three quarters of an hour: 600 s at once, and 6 minutes an hour later."""
    monkeypatch.setattr(verifying, "LOOK_S", 0.0)
    match = SimulatedMatch("m1")
    match.goes_on()
    path = tmp_path / "forged.jsonl"
    path.write_bytes(match.file())
    looks = count()

    async def verified() -> list[float]:
        waiting = Verifying(lambda: 2700.0 * next(looks))
        waiting.add("table-1", "m1", match.chain, path)
        waiting.add("table-1", "m2", match.chain, path)
        times = []
        for _ in range(2):
            await waiting.next()
            times.append(2700.0 * next(looks))
        return times

    first_s, second_s = asyncio.run(verified())
    assert second_s - first_s > (2700.0 - 600.0) * 3600 / 360
