"""One file for a bug report has what is needed, and nothing that is hidden."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path, PosixPath
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from table.program import bug_report
from table.program.bug_report import LOG_BYTES, log_end
from table.program.commands.report import command
from table.records.verify.verifier import verify
from table.rules.seats import BLUE
from tests.session.kit import SessionTable, counting_entropy


def test_what_is_sealed_and_the_chance_secret_are_left_out(tmp_path: Path) -> None:
    drawn: list[bytes] = []
    table, entropy = SessionTable(tmp_path), counting_entropy()

    def listening(n: int) -> bytes:
        drawn.append(entropy(n))
        return drawn[-1]

    table.entropy = listening
    table.crash()
    table.begun()
    table.lays(BLUE, 3)
    table.holds(BLUE)
    parts = dict(bug_report.matches(tmp_path))
    table.session.close()
    (content,) = parts.values()
    assert verify(content, {}).ok
    assert b"CardSealed" in content
    hidden = [secret for secret in drawn if len(secret) >= 16]
    assert hidden
    for secret in (*hidden, *(secret.hex().encode() for secret in hidden), b"skirmish.card.3"):
        assert secret not in content


def test_a_journal_that_cannot_be_read_is_named_and_not_taken_along(tmp_path: Path) -> None:
    journal = tmp_path / "matches" / "torn.match"
    journal.parent.mkdir()
    journal.write_bytes(b"a secret that was torn")
    (name, stated), *_ = bug_report.matches(tmp_path)
    assert name == "matches/torn.txt"
    assert b"torn.match" in stated
    assert b"a secret" not in stated


class Restless(PosixPath):
    """A folder in which a file goes away between its name and its size."""

    def rglob(self, pattern: str) -> Iterator[Path]:  # type: ignore[override]
        yield self / "gone"
        yield from super().rglob(pattern)


def test_a_file_that_goes_away_meanwhile_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    (line,) = bug_report.listing(Restless(tmp_path)).splitlines()
    assert line.endswith(b"there")


@pytest.mark.slow
def test_the_command_packs_findings_configuration_log_and_listing(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / "cards.json").write_text('{"04112233445566": {"id": "legion.card.ambush", "kind": "command"}}', "utf-8")
    config = tmp_path / "table.toml"
    config.write_text(f'world = "real"\n[state]\nfolder = "{state}"\n[sound]\nmute = true\n', "utf-8")
    log = tmp_path / "log"
    log.write_text("it stopped here\n", "utf-8")
    out = tmp_path / "report.zip"
    done = CliRunner().invoke(command, ["--config", str(config), "--log", str(log), "--out", str(out)])
    assert done.exit_code == 0, done.output
    with ZipFile(BytesIO(out.read_bytes())) as packed:
        assert set(packed.namelist()) == {"doctor.json", "config.toml", "log.txt", "state.txt"}
        assert packed.read("log.txt") == b"it stopped here\n"
        assert b"cards.json" in packed.read("state.txt")
        findings = json.loads(packed.read("doctor.json"))
        everything = b"".join(packed.read(name) for name in packed.namelist())
    assert {finding["state"] for finding in findings} >= {"well", "mend"}
    assert b"04112233445566" not in everything


def test_of_a_large_log_the_end_is_packed(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"old" + b"." * LOG_BYTES + b"new")
    end = log_end(tmp_path / "log")
    assert len(end) == LOG_BYTES
    assert end.endswith(b".new")
    (tmp_path / "log").write_bytes(b"short")
    assert log_end(tmp_path / "log") == b"short"
