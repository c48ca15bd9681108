"""A page of figures states where its commit is not the present one."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from lab.figures.ages import AGAIN, commits_since, main, marked, pages, present, sections
from tests.sources import ROOT

NOW = "b86da05a1c"


def at(age: int | None, line: str) -> str:
    return marked(line, lambda _: age, NOW)


def test_a_section_of_an_older_commit_is_marked() -> None:
    assert at(1155, "Commit `f020477fe9`, x86_64") == "Commit `f020477fe9` (1,155 commits before `b86da05a1c`), x86_64"
    assert at(1, "Commit `f020477fe9`, x86_64") == "Commit `f020477fe9` (1 commit before `b86da05a1c`), x86_64"


@pytest.mark.parametrize(
    "line",
    ["One hour at commit `348a4204`, alone", "at commit\n`348a4204` with a load of 8", "| 7 | 84 | `348a4204` |"],
)
def test_a_commit_in_a_sentence_or_in_a_cell_is_marked_too(line: str) -> None:
    assert at(30, line) == line.replace("`348a4204`", f"`348a4204` (30 commits before `{NOW}`)")
    assert [each.commit for each in sections(line, lambda _: 30)] == ["348a4204"]


@pytest.mark.parametrize("line", ["| `spi_hz` | `1000000` | Clock |", "`$hello 1*d7ef3967`", "| `d7ef39` |"])
def test_what_is_no_commit_has_no_mark(line: str) -> None:
    assert at(30, line) == line


def test_a_section_of_the_present_commit_has_no_mark() -> None:
    assert at(0, "Commit `b86da05a1c-dirty`, x86_64") == "Commit `b86da05a1c-dirty`, x86_64"


def test_a_commit_that_nobody_can_check_out_is_marked() -> None:
    once = at(None, "Commit `d20c888076`, x86_64")
    assert once == "Commit `d20c888076` (not in the history), x86_64"
    assert at(None, once) == once


def test_a_commit_that_was_replaced_is_not_in_the_history(tmp_path: Path) -> None:
    """This checkout may still hold it, and then count from it; a clone does not."""

    def git(*asked: str) -> str:
        named = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
        asking = ["git", "-C", str(tmp_path), *named, *asked]
        return subprocess.run(asking, capture_output=True, text=True, check=True).stdout.strip()

    git("init", "--quiet")
    git("commit", "--allow-empty", "--message", "first")
    first = git("rev-parse", "HEAD")
    git("commit", "--allow-empty", "--message", "second")
    replaced = git("rev-parse", "HEAD")
    git("commit", "--allow-empty", "--amend", "--message", "second, in other words")
    assert commits_since(first, tmp_path) == 1
    assert commits_since(git("rev-parse", "HEAD"), tmp_path) == 0
    assert commits_since(replaced, tmp_path) is None


def test_a_mark_is_written_again_once_it_is_far_too_low() -> None:
    line = "Commit `f020477fe9` (30 commits before `1111111111`), x86_64"
    assert at(30 + AGAIN - 1, line) == line
    assert at(30 + AGAIN, line) == f"Commit `f020477fe9` ({30 + AGAIN} commits before `{NOW}`), x86_64"


def test_without_the_whole_history_a_page_stays_as_it_is() -> None:
    assert marked("Commit `f020477fe9`, x86_64", lambda _: None, "") == "Commit `f020477fe9`, x86_64"


@pytest.mark.skipif(not present(), reason="the history of the commits is not here")
def test_no_page_keeps_quiet_about_an_old_commit() -> None:
    """Run `make docs` where this fails."""
    quiet = [
        f"{page.relative_to(ROOT)}: {section.section}"
        for page in pages(ROOT / "docs")
        for section in sections(page.read_text("utf-8"), commits_since)
        if not section.marked and (section.age is None or section.age >= AGAIN)
    ]
    assert not quiet


@pytest.mark.skipif(not present(), reason="the history of the commits is not here")
def test_the_command_prints_the_age_of_each_section_and_writes_the_marks(tmp_path: Path) -> None:
    measured = [tmp_path / "build" / "evidence.md", tmp_path / "develop" / "figures.md"]
    decision = tmp_path / "develop" / "decisions" / "0001.md"
    for page in (*measured, decision):
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text("## `bench`\n\nCommit `0123456789`, x86_64\n", "utf-8")
    printed = CliRunner().invoke(main, [str(tmp_path)])
    assert printed.output.count("bench`: commit 0123456789, not in the history") == len(measured)
    assert CliRunner().invoke(main, ["--write", str(tmp_path)]).exit_code == 0
    assert all("`0123456789` (not in the history)" in page.read_text("utf-8") for page in measured)
    assert "(not" not in decision.read_text("utf-8")
