"""`docs/develop/extending.md` has the fields of every prompt and of everything that a game shows."""

import re
from pathlib import Path

import msgspec
import pytest

import table.extending as tx
from table.rules.prompts import Prompt

TEXT = (Path(__file__).parents[2] / "docs" / "develop" / "extending.md").read_text("utf-8")
ROWS: dict[str, str] = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXT, re.MULTILINE))
COMMON = next(fields for fields in re.findall(r"^\| every one \| (.*) \|$", TEXT, re.MULTILINE))
SHOWN = (tx.View, tx.SeatView, tx.Rolled, tx.Step, tx.Card, tx.Counter, tx.Pool, tx.Piece)
PROMPTS = (tx.ChooseOne, tx.OpenCard, tx.ChooseSome, tx.Number, tx.Confirm, tx.Roll, tx.SealedCard)


def fields_of(kind: type[msgspec.Struct]) -> list[tuple[str, bool]]:
    """The name of each field, and whether it has to be given."""
    return [(field.name, field.required) for field in msgspec.structs.fields(kind)]


def named(text: str) -> list[str]:
    return re.findall(r"`([a-z_]+)`", text)


@pytest.mark.parametrize("kind", SHOWN, ids=lambda kind: kind.__name__)
def test_what_a_game_shows_has_the_fields_that_the_page_gives_it(kind: type[msgspec.Struct]) -> None:
    row = ROWS[kind.__name__]
    assert named(row) == [name for name, _ in fields_of(kind)]
    assert re.findall(r"\[`([a-z_]+)`\]", row) == [name for name, required in fields_of(kind) if not required]


def test_every_prompt_has_the_common_fields_that_the_page_gives_it() -> None:
    assert named(COMMON) == [name for name, _ in fields_of(Prompt)]


@pytest.mark.parametrize("kind", PROMPTS, ids=lambda kind: kind.__name__)
def test_a_prompt_has_the_fields_that_the_page_gives_it(kind: type[Prompt]) -> None:
    own = [name for name, _ in fields_of(kind) if name not in dict(fields_of(Prompt))]
    row = ROWS["ChooseOne"] if kind is tx.OpenCard else ROWS[kind.__name__]
    assert set(own) <= set(named(row))
