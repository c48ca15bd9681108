"""`frames.d.ts` has the types of the frames as they are today."""

from lab.pages.frame_schema import SERVED
from lab.pages.frame_types import FILE, types


def test_the_file_has_the_types_of_today() -> None:
    assert (SERVED / FILE).read_text("utf-8") == types(), "run `make docs`"


def test_a_type_is_an_interface_with_what_its_docstrings_say() -> None:
    stated = types()
    assert "/** The table. Before a match begins there is a lobby: `match` is empty, and `play` is null. */" in stated
    assert "export interface SpectatorTable {" in stated
    assert "  /** The match's clock, or null if it has none. */\n  readonly clock: RunningClock | null;" in stated


def test_what_may_be_left_out_is_marked() -> None:
    stated = types()
    assert "readonly snapshot?: SpectatorTable;" in stated
    assert "readonly changes?: readonly Change[];" in stated
    assert "readonly match: string;" in stated, "a state is always whole"


def test_closed_sets_are_reported_word_by_word() -> None:
    stated = types()
    assert 'readonly op: "add" | "replace" | "remove";' in stated
    assert 'readonly seats: Readonly<Record<"blue" | "red", SpectatorSeat>>;' in stated
    assert 'readonly running: readonly ("blue" | "red")[];' in stated
