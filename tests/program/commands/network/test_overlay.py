"""`command-table overlay`: a token is made, printed once, and revoked."""

import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from table.network.web.access.access_tokens import MOST_BYTES, ValidTokens, hash_of
from table.program.cli import main
from table.program.commands.network.overlay import MOST_TOKENS


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text('[web]\nspectators = "now"\nport = 7611\n', "utf-8")
    return file


def reported(config: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["overlay", *words, "--config", str(config)])
    return done.exit_code, done.output


def made(config: Path, name: str) -> str:
    """Return the token that is printed."""
    code, output = reported(config, "allow", name)
    assert code == 0
    (token,) = re.findall(r"^http://127\.0\.0\.1:7611/api/v1/events\?token=([\w-]{22})$", output, re.MULTILINE)
    return str(token)


def valid(config: Path) -> list[str]:
    return list(ValidTokens(config.with_name("overlays.json"))())


def test_a_token_is_random_and_only_its_hash_is_kept_where_the_web_program_can_read_it(config: Path) -> None:
    tokens = [made(config, "obs"), made(config, "lamp")]
    file = config.with_name("overlays.json")
    assert valid(config) == [hash_of(each) for each in tokens]
    assert tokens[0] != tokens[1]
    assert not any(each in file.read_text("utf-8") for each in tokens)
    assert stat.S_IMODE(file.stat().st_mode) & 0o133 == 0, "nobody but its owner writes it"
    assert reported(config, "list")[1].split() == ["obs", "lamp"]


def test_a_revoked_one_is_gone_and_its_name_is_free(config: Path) -> None:
    first, lamp = made(config, "obs"), made(config, "lamp")
    assert reported(config, "revoke", "obs")[0] == 0
    assert valid(config) == [hash_of(lamp)]
    assert made(config, "obs") != first


def test_what_cannot_be_done_is_reported_and_nothing_is_changed(config: Path) -> None:
    made(config, "obs")
    before = valid(config)
    for words, part in (
        (("allow", "obs"), "exists"),
        (("allow", "Obs 1"), "lower-case"),
        (("revoke", "lamp"), "There are: obs"),
    ):
        code, output = reported(config, *words)
        assert code == 1
        assert part in output
    assert valid(config) == before


def test_without_a_token_the_list_explains_how_to_make_one(config: Path) -> None:
    assert "overlay allow NAME" in reported(config, "list")[1]


def test_as_many_as_can_be_made_can_be_read(config: Path) -> None:
    for number in range(MOST_TOKENS):
        made(config, f"{'n' * 29}-{number}")
    assert len(valid(config)) == MOST_TOKENS
    assert config.with_name("overlays.json").stat().st_size < MOST_BYTES
    assert reported(config, "allow", "more")[0] == 1


def test_a_damaged_file_is_not_overwritten(config: Path) -> None:
    file = config.with_name("overlays.json")
    file.write_text("{", "utf-8")
    code, output = reported(config, "allow", "obs")
    assert (code, file.read_text("utf-8")) == (1, "{")
    assert "remove it" in output
