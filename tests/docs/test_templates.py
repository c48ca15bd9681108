"""The forms for bugs, questions and builds ask for what the program has: its commands, its options, its documents."""

import re
from pathlib import Path

import click
import pytest

from table.program.cli import main
from tests.docs.test_documents import ROOT

FOLDER = ROOT / ".github" / "ISSUE_TEMPLATE"
FORMS = sorted(path for path in FOLDER.glob("*.yml") if path.name != "config.yml")
NAMED = re.compile(r"`command-table ([^`]+)`")
FILE = re.compile(r"\b(?:docs/[\w/.-]+\.md|[A-Z]+\.md)\b")
EVERY = pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)


def test_there_is_one_for_bugs_for_questions_and_for_builders() -> None:
    assert [path.stem for path in FORMS] == ["bug", "first-build", "question"]


@EVERY
def test_each_has_a_name_a_description_and_something_to_fill_in(form: Path) -> None:
    text = form.read_text("utf-8")
    assert [
        key for key in ("name", "description", "title", "body") if not re.search(rf"^{key}:", text, re.MULTILINE)
    ] == []
    assert "type: textarea" in text


@EVERY
def test_each_command_and_option_that_it_asks_for_is_there(form: Path) -> None:
    context = click.Context(main)
    for typed in NAMED.findall(form.read_text("utf-8")):
        words = typed.partition(">")[0].split()
        command = main if words[0].startswith("--") else main.get_command(context, words[0])
        assert command is not None, typed
        options = {option for each in command.params for option in each.opts}
        assert {word for word in words if word.startswith("--")} <= options | {"--version"}, typed


@EVERY
def test_each_document_that_it_names_is_there(form: Path) -> None:
    assert [name for name in FILE.findall(form.read_text("utf-8")) if not (ROOT / name).is_file()] == []
