"""Two tables that differ in hidden and airborne troopers alone say the same to the world, until these are revealed."""

import logging
import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import hal.events as hw
from table.emulation.virtual_table import seeded_entropy
from table.games.infinity.lists.force_list import read_force
from table.games.infinity.rules.game import Infinity
from table.games.infinity.rules.model.forces import Force
from table.games.infinity.rules.model.order_tokens import HEAPS
from table.lab.headless import PreparedSides, headless_session
from table.lab.random_play import chosen
from table.records.matches import MatchFolder, opened
from table.records.verify.file import written
from table.rules.commands import Answer
from table.rules.seats import BLUE, RED, SEATS
from table.view.published import Published

ANSWERS = 160
SHOWN = """
name = "Second Watch"
sectorial = "Kestrel"
points = 300
[[trooper]]
name = "Captain"
order = "regular"
lieutenant = true
{first}
[[trooper]]
name = "Ranger"
order = "regular"
times = 6
{second}
[[trooper]]
name = "Gunner"
group = 2
order = "irregular"
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
NAMES = ("Ranger 7", "Ranger 8", "Jump Suit")
REVEALING = frozenset({"arrive", "arrive.drop", "undo", "match.end"})


def brought(first: str = "", second: str = "") -> Force:
    force = read_force(SHOWN.format(first=first, second=second)).force
    assert force is not None
    return force


def told(blue: Force, folder: Path, caplog: pytest.LogCaptureFixture, seed: int) -> tuple[list[bytes], list[str], str]:
    """Return what a table publishes and sends, what it logs, and the match's file, after answers by chance."""
    entropy, rng, sides = seeded_entropy(seed), random.Random(seed), PreparedSides()
    sides.brought = {BLUE: blue, RED: brought()}
    said: list[bytes] = []
    now: list[Published] = []

    def shown(published: Published) -> None:
        now[:] = [published]
        said.append(msgspec.json.encode(replace(published, chain="")))  # the file's code, once all is over

    def sent(request: object) -> None:
        said.append(repr(request).encode())

    folder.mkdir()
    session = headless_session(
        {"infinity": Infinity(heaps=HEAPS)}, sides, MatchFolder(folder, entropy), sent, shown, entropy
    )
    caplog.clear()
    with caplog.at_level(logging.DEBUG):
        session.start(resume=False)
        session.step(hw.DispenserUp(1, "bench", 0, store=1))
        session.begin("infinity", {seat: str(seat) for seat in SEATS})
        for _ in range(ANSWERS):
            open_now = tuple(prompt for prompt in now[0].prompts if prompt.key not in REVEALING)
            prompt = chosen(open_now, rng.randrange, 25)
            session.step(Answer(prompt.seat or rng.choice(SEATS), prompt.key, prompt.sample(rng.randrange)))
    assert now[0].view is not None
    assert now[0].view.round > 1
    journal = opened(folder, now[0].match)
    assert journal is not None
    file = b"".join(written(journal)).decode()
    journal.close()
    return said, [record.getMessage() for record in caplog.records if str(folder) not in record.getMessage()], file


@pytest.mark.slow
@pytest.mark.rule("IA-04")
@pytest.mark.rule("TB-114")
@pytest.mark.parametrize("seed", range(2))
def test_view_prompts_story_lamps_and_log_are_the_same_with_and_without_them(
    seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    none, some = (
        told(blue, tmp_path / name, caplog, seed) for name, blue in (("a", brought()), ("b", brought(*HIDDEN)))
    )
    assert none[0] == some[0]
    assert none[1] == some[1]
    seen = b"".join(some[0]).decode() + "".join(some[1])
    assert not [name for name in NAMES if name in seen]


@pytest.mark.slow
def test_that_would_be_seen_of_a_trooper_that_is_not_hidden(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shown = brought(HIDDEN[0].replace("hidden = true", ""))
    none, some = (told(blue, tmp_path / name, caplog, 0)[0] for name, blue in (("a", brought()), ("b", shown)))
    assert none != some
    assert NAMES[0] in b"".join(some).decode()


@pytest.mark.slow
@pytest.mark.rule("IA-04")
def test_the_file_of_a_match_that_is_not_over_names_them_in_its_first_batch_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The journal has both lists from the beginning, since a match goes on after a power cut (docs/fairness.md)."""
    _, _, file = told(brought(*HIDDEN), tmp_path / "match", caplog, 1)
    naming = [line for line in file.splitlines() if any(name in line for name in NAMES)]
    assert len(naming) == 1
    assert "MissionBegun" in naming[0]
