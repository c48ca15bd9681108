"""Record the state folder of an evening with this program, and the facts about it: `python -m tests.old.record`.

Run it after a change of rules or of a format, for as long as no version is released.
"""

import hashlib
import json
import lzma
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

from table.records.temporary import temporary_folder
from table.rules.match.payouts import TOKENS_BACK
from tests.old import doors
from tests.old.kept import GAMES, OLD, RULE_SETS, configured, system

EVERY = 10
"""What is asked and shown is noted after each batch of this number."""
LAST = "tide_of_iron"
SIDES = {
    "legion_2024": ("sample:rebels_leia_luke", "own:Walkers.json"),
    "legion_classic": ("sample:empire_krennic_vader", "sample:rebels_han_leia"),
    "skirmish": ("north", "south"),
    "infinity": ("own:Own watch.toml", "sample:red_harbour"),
    "tide_of_iron": ("sample:mill_bridge/american", "sample:mill_bridge/german"),
}
ENDS = """
    answer blue draw to match.end
    answer red agree to match.agree
    wait 3s
    expect event SecretDisclosed
"""


def record() -> None:
    """Play, and write the folder, its backup and the facts."""
    with temporary_folder() as place:
        folder = place / "state"
        shelves(folder)
        configured(folder, RULE_SETS)
        with doors.switched_on(folder, RULE_SETS) as table:
            play(table)
        facts: dict[str, Any] = {"matches": {}}
        archive, state = OLD / "backups" / "evening.tar.gz", pack(folder)
        archive.unlink(missing_ok=True)
        assert doors.command("backup", archive, "--config", folder.with_suffix(".toml")).exit_code == 0
        with tarfile.open(archive) as tar:
            facts["backup"] = sorted(tar.getnames())
        for journal in sorted(folder.glob("*/*.match")):
            facts["matches"][journal.stem] = facts_of(journal, folder)
        with doors.switched_on(folder, RULE_SETS) as table:
            facts["published"] = doors.published(table)
    raw = json.dumps(facts, sort_keys=True, separators=(",", ":")).encode()
    for name, content in (("evening.tar.xz", state), ("evening.json.xz", raw)):
        (OLD / "states" / name).write_bytes(lzma.compress(content, preset=9))


def shelves(folder: Path) -> None:
    """Unpack what players keep beside their matches: lists, scenarios and cards."""
    with tarfile.open(OLD / "states" / "shelves.tar.xz") as tar:
        tar.extractall(folder, filter="data")


def play(table: doors.Table) -> None:
    """Play a match of each system. The last one is broken off while the seats spend."""
    for game, (blue, red) in SIDES.items():
        table.does(f"""
            answer blue {game} to system
            answer blue "{blue}" to list
            answer red "{red}" to list
            confirm blue begin
            bots until {"step spend" if game == LAST else "round 2"}
        """)
        if game != LAST:
            table.does(ENDS)
        if any(prompt.key == TOKENS_BACK for prompt in table.now.prompts):
            table.does("put-back all")
        if game != LAST:
            table.does("confirm blue next_match")


def facts_of(journal: Path, folder: Path) -> dict[str, Any]:
    out = folder.with_name("match.jsonl")
    config = folder.with_suffix(".toml")
    assert doors.command("export", journal.stem, "--config", config, "--out", out).exit_code == 0
    verified = json.loads(doors.command("verify", out, "--json", *GAMES).stdout)
    moments, last = {}, 0
    for standing in doors.standings(journal, RULE_SETS):
        last = standing.batch
        if last % EVERY == 0:
            moments[str(last)] = {"asked": standing.asked, "shown": standing.shown}
    return {
        "room": journal.parent.name,
        "system": system(out.read_bytes()),
        "sha256": hashlib.sha256(out.read_bytes()).hexdigest(),
        "head": verified["head"],
        "checks": {check["part"]: check["state"] for check in verified["checks"] if check["part"] != "known"},
        "batches": last,
        "moments": moments,
    }


def pack(folder: Path) -> bytes:
    raw = BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as tar:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name not in ("in-use", "control"):
                tar.add(path, str(path.relative_to(folder)), filter=_plain)
    return raw.getvalue()


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


if __name__ == "__main__":
    record()
