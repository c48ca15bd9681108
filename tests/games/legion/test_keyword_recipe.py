"""The page about a new Legion keyword is right: applied to a copy of the program, it makes its own test pass."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lab.house.keyword_recipe import FileChange, read_recipe

ROOT = Path(__file__).parents[3]
MOST_FILES = 6
LEGION = (Path("table/games/legion"), Path("tests/games/legion"))
"""The folders that the copy has for itself. It shares everything else."""
RULEBOOK = "lab/tests/rulebook/test_rulebook.py"
TESTS = (
    "tests/games/legion/rules/keywords",
    "tests/games/legion/rules/test_event_table.py",
    "tests/words/test_translations.py",
    f"{RULEBOOK}::test_every_id_that_the_code_names_is_a_rule",
    f"{RULEBOOK}::test_what_enforces_a_rule_exists",
)


def copied(checkout: Path, to: Path) -> Path:
    """Return a copy of a checkout: links to everything but the folders of Legion."""
    own = {parent for folder in LEGION for parent in folder.parents}
    for folder in sorted(own):
        (to / folder).mkdir(parents=True, exist_ok=True)
        for path in sorted((checkout / folder).iterdir()):
            inside = folder / path.name
            if inside not in own and inside not in LEGION and not path.name.startswith("."):
                (to / inside).symlink_to(path)
    for folder in LEGION:
        shutil.copytree(checkout / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return to


def test_a_keyword_takes_six_files() -> None:
    recipe = read_recipe(ROOT)
    assert len({change.path for change in recipe}) == len(recipe) <= MOST_FILES
    assert [change.path for change in recipe if change.is_new and (ROOT / change.path).exists()] == []


def test_a_page_that_the_program_has_left_behind_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text("one\ntwo\n")
    FileChange(Path("words.toml"), is_new=False, lines=(" o", "+and")).apply(tmp_path)
    assert (tmp_path / "words.toml").read_text() == "one\nand\ntwo\n"
    with pytest.raises(ValueError, match="three"):
        FileChange(Path("words.toml"), is_new=False, lines=(" three",)).apply(tmp_path)


@pytest.mark.campaign
def test_the_recipe_makes_a_keyword_that_is_played_translated_and_in_the_rulebook(tmp_path: Path) -> None:
    copy = copied(ROOT, tmp_path / "checkout")
    for change in read_recipe(ROOT):
        change.apply(copy)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", *TESTS],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
