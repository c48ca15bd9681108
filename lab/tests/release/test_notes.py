"""The notes of a release hold its own section of the changelog, and what a reader needs to install and check it."""

import pytest

from lab.release.notes import NoSectionError, notes, section

CHANGELOG = """\
# Changelog

## 0.4.0 (unreleased)

**Play**
- Two new games.

## 0.3.0 (2026-12-24)

**Play**
- The first game.
"""


def test_a_release_has_its_own_section() -> None:
    assert section(CHANGELOG, "0.3.0") == ("2026-12-24", "**Play**\n- The first game.")


@pytest.mark.parametrize("version", ["0.4.0.dev0", "0.4.0rc1", "0.4.0"])
def test_a_version_before_a_release_has_the_section_of_that_release(version: str) -> None:
    assert section(CHANGELOG, version) == ("unreleased", "**Play**\n- Two new games.")


def test_a_version_that_the_changelog_lacks_is_refused() -> None:
    with pytest.raises(NoSectionError, match=r"no section for 0\.3\.1"):
        section(CHANGELOG, "0.3.1")


def test_the_notes_name_every_file_with_its_hash_and_the_command_to_start() -> None:
    text = notes("0.3.0", "2026-12-24", "- The first game.", {"a.whl": "11", "a.tar.gz": "22"})
    assert "# command-table 0.3.0 (2026-12-24)" in text
    assert "22  a.tar.gz\n11  a.whl\n" in text
    assert "pipx run --spec ./a.whl command-table run" in text
