"""The names that a list cannot distinguish are in `docs/play/lists.md` as the data have them."""

from pathlib import Path

import pytest

from lab.pages.generated_section import BEGIN, END, renewed
from lab.pages.open_names import PAGE, every_name, section
from lab.trials.list_trial import OpenName

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.slow
def test_the_page_has_the_names_of_today() -> None:
    page = (DOCS / PAGE).read_text("utf-8")
    assert renewed(page, section(every_name())) == page, "run `make docs`"


def test_a_table_for_each_edition_with_the_forms_of_each_name_together() -> None:
    names = (
        OpenName("old", "text", "Scout", ("Scout (5)", "Scout Team (5)")),
        OpenName("old", "short", "Scout", ("Scout (5)", "Scout Team (5)")),
        OpenName("new", "short", "Guard", ("Guard (1)", "Guard (2)")),
    )
    lines = section(names).splitlines()
    assert "| Scout | text, short | Scout (5); Scout Team (5) |" in lines
    assert [line.partition(":")[0] for line in lines if line.endswith("| may mean |")] == ["| old", "| new"]


def test_a_page_without_its_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="no place"):
        renewed(f"{END}{BEGIN}", "")
