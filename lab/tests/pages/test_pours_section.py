"""The kit's page states of the pours what their file states."""

from lab.kept_pours import MIDDLE, Row, edge, kept
from lab.pages.generated_section import renewed
from lab.pages.pours_section import PAGE, section


def row(paid: int, **other: float) -> Row:
    came = {
        "paid": paid,
        "counted": paid,
        "at": (0.4, 0.8, 4.7),
        "stalled_s": 1.25,
        "hardest": 9.6,
        "deepest": 0.31,
        "step_s": 0.0005,
    }
    return {"token": "25x2.0", "control": None, "tokens": 16, **MIDDLE, **came, **other}


def test_the_page_has_the_pours_that_are_kept() -> None:
    page = PAGE.read_text("utf-8")
    assert page == renewed(page, section(kept())), "run `make docs`"


def test_a_pour_at_an_edge_is_counted_beside_those_at_the_middle() -> None:
    lines = section([row(16), row(16), row(1, friction=0.6)])
    assert "| 25x2.0, middle | 2 | 20 | 2 | 32 of 32 | 0 | 2.5 s | 10 N |" in lines
    assert "| 25x2.0, at the edges | 1 | 40 | 0 | 1 of 16 | 0 | 1.2 s | 10 N |" in lines
    assert "Not emptied: 25x2.0 (friction 0.6): 1 of 16." in lines


def test_the_steps_of_the_engine_and_its_deepest_error_are_named() -> None:
    lines = section([row(16), row(16), row(16, step_s=0.00025, deepest=0.9)])
    assert lines.startswith("3 of 310 pours are kept: 2 with a step of 0.5 ms, 1 with a step of 0.25 ms.")
    assert "one body within another by 45 % of the token's thickness" in lines


def test_the_page_has_how_often_a_disc_turned_back_before_a_token_came() -> None:
    lines = section([row(16), row(16)])
    assert "of 6 that came: none for 4, 1 for 2, 2 for 0, 3 for 0. The firmware gives up after 3." in lines


def test_an_edge_is_named_by_all_that_differs() -> None:
    assert edge(row(16)) == ""
    assert edge(row(16, tilt=5.0, downhill=90.0)) == "tilt 5, downhill 90"
