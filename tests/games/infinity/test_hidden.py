"""Two tables that differ in hidden and airborne troopers alone say the same to the world, until these are revealed."""

import logging
import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import hal.events as hw
from lab.headless import PreparedSides, headless_session, no_card
from table.emulation.virtual_table import seeded_entropy
from table.games.infinity.lists.force_list import read_force
from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import Force
from table.games.infinity.rules.model.mission_state import InfinitySide
from table.games.infinity.rules.model.order_tokens import HEAPS
from table.games.infinity.rules.turn import order_count
from table.games.random_play.match import chosen
from table.records.matches import MatchFolder, opened
from table.records.verify.file import written
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne
from table.rules.seats import BLUE, RED, SEATS
from table.session.lobby.list_library import AtOnce
from table.session.ports import Ports
from table.view.published import Published

ANSWERS = 400
"""Answers until the third round has come, at most."""
SHOWN = """
name = "Second Watch"
sectorial = "Kestrel"
points = 300
[[trooper]]
name = "Captain"
order = "regular"
lieutenant = true
points = 30
{first}
[[trooper]]
name = "Ranger"
order = "regular"
times = 7
points = 20
{second}
[[trooper]]
name = "Gunner"
group = 2
order = "irregular"
points = 20
[[trooper]]
name = "Mule"
order = "none"
peripheral_of = "Captain"
"""
HIDDEN = (
    '[[trooper]]\nname = "Ranger"\norder = "regular"\nhidden = true\ntactical = true\ntimes = 2',
    '[[trooper]]\nname = "Jump Suit"\ngroup = 2\nairborne = true\nimpetuous = true\nwip = 14',
)
"""One is called as those on the table are, and both stand among them in their file."""
NAMES = ("Ranger 8", "Ranger 9", "Jump Suit")
FULL = 1
"""The combat group in which everybody sees eight of ten places taken, and its owner knows of two more."""
ENDING = frozenset({"undo", "match.end"})
DROPPED = {"arrive.where": "arrive.drop", "use.group": "use.drop"}
"""Asked, and dropped: that a group is full is reported as its owner chooses it."""


def brought(first: str = "", second: str = "") -> Force:
    force = read_force(SHOWN.format(first=first, second=second)).force
    assert force is not None
    return force


def reported(
    blue: Force, folder: Path, caplog: pytest.LogCaptureFixture, seed: int, restless: int = 25
) -> tuple[list[bytes], list[str], str]:
    """Return what a table publishes and sends, what it logs, and the match's file, after answers by chance."""
    entropy, rng, sides = seeded_entropy(seed), random.Random(seed), PreparedSides()
    sides.brought = {BLUE: blue, RED: brought()}
    stated: list[bytes] = []
    now: list[Published] = []

    def shown(published: Published) -> None:
        now[:] = [published]
        stated.append(msgspec.json.encode(replace(published, chain="")))  # the file's code, once all is over

    def sent(request: object) -> None:
        stated.append(repr(request).encode())

    folder.mkdir()
    session = headless_session(
        {"infinity": Infinity(heaps=HEAPS)},
        AtOnce(sides),
        MatchFolder(folder, entropy),
        Ports(sent, shown, no_card, entropy),
    )
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        session.start(resume=False)
        session.step(hw.DispenserUp(1, "bench", 0, store=1))
        session.begin("infinity", {seat: str(seat) for seat in SEATS})
        for _ in range(ANSWERS):
            if now[0].view is not None and now[0].view.round > 2:
                break
            prompt = chosen(tuple(filter(answerable, now[0].prompts)), rng.randrange, restless)
            answer = Answer(prompt.seat or rng.choice(SEATS), prompt.key, prompt.sample(rng.randrange))
            session.step(without_group(answer, prompt))
    assert now[0].view is not None
    assert now[0].view.round > 1
    journal = opened(folder, now[0].match)
    assert journal is not None
    file = b"".join(written(journal)).decode()
    journal.close()
    return stated, [record.getMessage() for record in caplog.records if str(folder) not in record.getMessage()], file


def answerable(prompt: AnyPrompt) -> bool:
    groups = isinstance(prompt, ChooseOne) and any(option.label.key == "infinity.group" for option in prompt.options)
    return prompt.key not in ENDING and not (prompt.key == "correct.to" and groups)


def without_group(answer: Answer, prompt: AnyPrompt) -> Answer:
    """An answer that chooses no combat group, and reveals a trooper that neither list has, by its highest number."""
    if answer.prompt == "arrive" and isinstance(prompt, ChooseOne):
        return Answer(answer.seat, "arrive", prompt.options[-1].id)
    if answer.prompt == "fate" and answer.value == f"into.{FULL}":
        return Answer(answer.seat, "fate", "nothing")
    dropped = DROPPED.get(answer.prompt)
    return answer if dropped is None else Answer(answer.seat, dropped)


@pytest.mark.slow
@pytest.mark.rule("IA-04")
@pytest.mark.rule("TB-114")
@pytest.mark.parametrize("seed", [0, 2])
def test_view_prompts_story_lamps_and_log_are_the_same_with_and_without_them(
    seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    none, some = (
        reported(blue, tmp_path / name, caplog, seed) for name, blue in (("a", brought()), ("b", brought(*HIDDEN)))
    )
    assert none[0] == some[0]
    assert none[1] == some[1]
    seen = b"".join(some[0]).decode() + "".join(some[1])
    assert not [name for name in NAMES if name in seen]


@pytest.mark.slow
def test_that_would_be_seen_of_a_trooper_that_is_not_hidden(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shown = brought(HIDDEN[0].replace("hidden = true", ""))
    none, some = (reported(blue, tmp_path / name, caplog, 1)[0] for name, blue in (("a", brought()), ("b", shown)))
    assert none != some
    assert NAMES[0] in b"".join(some).decode()


def with_hidden(side: InfinitySide, group: int) -> int:
    return sum(member.group == group and not member.peripheral_of for member in (*side.members, *side.away))


@pytest.mark.slow
@pytest.mark.rule("IA-04")
@pytest.mark.parametrize("counted", ["place", "points"])
def test_that_would_be_seen_of_places_and_points_that_count_hidden_troopers(
    counted: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if counted == "place":
        monkeypatch.setattr(InfinitySide, "shown", with_hidden)
    else:
        monkeypatch.setattr(order_count, "in_retreat", lambda side: not side.away)
    none, some = (
        reported(blue, tmp_path / name, caplog, 1, 3)[0] for name, blue in (("a", brought()), ("b", brought(*HIDDEN)))
    )
    assert none != some


@pytest.mark.slow
@pytest.mark.rule("IA-04")
def test_the_file_of_a_match_that_is_not_over_names_them_in_its_first_batch_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The journal has both lists from the start: a match resumes after a power cut (docs/play/fairness.md)."""
    _, _, file = reported(brought(*HIDDEN), tmp_path / "match", caplog, 2)
    naming = [line for line in file.splitlines() if any(name in line for name in NAMES)]
    assert len(naming) == 1
    assert "MissionBegun" in naming[0]
