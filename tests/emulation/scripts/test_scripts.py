"""Whole evenings as scripts, the page that explains them, and what a mistake in one is reported like."""

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.pages.scripts import page
from sim_hardware.dispenser import vocabulary
from sim_hardware.nfc import vocabulary as reader_words
from table.emulation.scripts.document import (
    ALL,
    MOST_BYTES,
    MOST_FOUND,
    Script,
    ScriptError,
    read_file,
    read_line,
    read_script,
)
from table.emulation.scripts.expectations import EXPECTATIONS
from table.emulation.scripts.forms import FORMS
from table.emulation.scripts.replay import StepError, play
from table.program.cli import main
from table.words.lexer import quoted, split

HERE = Path(__file__).parent
DOCS = HERE.parents[2] / "docs"
EVENINGS = sorted(HERE.glob("*.script"))
STEMS = [path.stem for path in EVENINGS]
WHOLE = ("tokens_stay", "tokens_return", "tide_of_iron", "legion_keywords", "legion_classic")
"""Those that take seconds; the others tell of their parts."""
MARKS = (pytest.mark.slow, pytest.mark.campaign)
EXAMPLES = re.findall(r"```script\n(.*?)```", (DOCS / "develop" / "scripts.md").read_text("utf-8"), re.DOTALL)
HEAD = "seed 7\nsystem legion_2024\nblue sample:rebels_leia_luke\nred sample:empire_veers_vader\n"


@pytest.mark.parametrize("path", [pytest.param(path, marks=MARKS[path.stem in WHOLE]) for path in EVENINGS], ids=STEMS)
def test_the_evening_goes_as_it_is_written(path: Path) -> None:
    play(read_script(path.read_text("utf-8"), path.name))


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_page_goes_as_it_is_written(example: str) -> None:
    play(read_script(example, "docs/develop/scripts.md"))


def test_the_page_is_the_one_that_the_tables_make() -> None:
    assert (DOCS / "develop" / "scripts.md").read_text("utf-8") == page(), "make docs"


@pytest.mark.parametrize(
    "line", [*(verb.example for verb in ALL.values()), *(f"expect {each.example}" for each in EXPECTATIONS.values())]
)
def test_the_example_of_every_act_and_expectation_can_be_read(line: str) -> None:
    assert read_line(line) is not None


def test_an_evening_shows_every_act_and_every_expectation() -> None:
    lines = [step.line.split() for path in EVENINGS for step in read_script(path.read_text("utf-8"), path.name).steps]
    assert {words[0] for words in lines} == ALL.keys()
    expected = {words[2 if words[1] == "no" else 1] for words in lines if words[0] == "expect"}
    assert expected == set(EXPECTATIONS)


@pytest.mark.slow
def test_every_word_of_the_vocabulary_works_in_a_script() -> None:
    """All of them, one after the other, and the table continues."""
    lines = []
    for word in vocabulary.FAULTS:
        of = "table" if word.of == vocabulary.TABLE else "dispenser"
        lines.append(f"{of} {word.word}{' corps' if word.of == vocabulary.HOPPER else ''}\nwait 100ms")
        if word.cure:
            lines.append(f"{of} {word.cure}{' corps' if word.cure == 'clear' else ''}")
    for fault in (reader_words.UNPLUG, *reader_words.FAULTS):
        lines += [f"reader red {fault.word}", *(f"expect fault {code}" for code in fault.seen_as)]
        lines += [f"reader red {fault.cure}"] if fault.cure else []
    play(read_script(HEAD + "\n".join(lines) + "\nexpect dispenser ready within 30s\n", "words"))


PANELS = """config
    [panels.blue]
    previous = 17
    next = 27
    confirm = 22
    lamp_red = 5
    lamp_green = 6
    lamp_blue = 13
    hold_ms = {blue}
    [panels.red]
    previous = 23
    next = 24
    confirm = 16
    lamp_red = 12
    lamp_green = 20
    lamp_blue = 21
    hold_ms = {red}

"""
HELD = """answer blue 7 to match.number
answer red 42
expect prompt blue select
lay blue Ambush
expect reader blue card
down blue confirm
wait {short}ms
up blue confirm
wait 200ms
expect no locked blue
lift blue
expect reader blue empty
lock blue Ambush
expect locked blue
lock red Ambush
expect card blue Ambush
"""


@pytest.mark.slow
@pytest.mark.parametrize(("blue", "red"), [(1500, 1500), (300, 300), (1500, 300), (200, 5000)])
def test_a_script_holds_as_long_as_each_panel_asks(blue: int, red: int) -> None:
    play(read_script(HEAD + PANELS.format(blue=blue, red=red) + HELD.format(short=blue - 50), "held"))


# -- mistakes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "place", "stated"),
    [
        ("lya blue Ambush", "5:1", "Did you mean lay?"),
        ("lay green Ambush", "5:5", "invalid seat: green. There are blue, red"),
        ("lay blue", "5:9", "card is missing here. It is written: lay SEAT CARD"),
        ('lay blue "Ambush', "5:10", 'a name in quotes ends with "'),
        ("press blue next twice", "5:17", "invalid number of presses: twice."),
        ("press blue nxt", "5:12", "invalid button: nxt. Did you mean next?"),
        ("press blue next 1001", "5:17", "invalid number of presses: 1001. Write a whole number, at most 1000"),
        ("wait 2", "5:6", "invalid duration: 2. Write 2s, 250ms or 1.5min"),
        ("wait 99999999min", "5:6", "99999999min is longer than a day"),
        ("dispenser jma", "5:11", "invalid fault of a dispenser: jma. Did you mean "),
        ("reader blue noise 2", "5:19", "invalid share: 2"),
        ("expect priorty blue", "5:8", "invalid expectation: priorty. Did you mean priority?"),
        ("expect round 1 now", "5:16", "now is one word too many"),
        ("expect round 1 within soon", "5:23", "invalid duration: soon"),
        ("lay blue tag ntag999", "5:14", "invalid kind of tag: 'ntag999'"),
        ("    wait 2s", "4:1", "red has no lines under it"),
        ("wait 1s\nseed 3", "6:1", "seed belongs to the head, above the first act"),
        ("list ../x\n    y", "5:6", "../x does not lie in the players' folder"),
        ("config", "5:1", "the lines under it are indented"),
    ],
)
def test_a_mistake_is_reported_with_its_place_and_what_would_be_right(line: str, place: str, stated: str) -> None:
    with pytest.raises(ScriptError) as caught:
        read_script(HEAD + line, "a.script")
    assert str(caught.value).startswith(f"a.script:{place}: ")
    assert stated in str(caught.value)


def test_of_a_file_that_is_no_script_the_verbs_are_listed_once_and_its_first_lines_reported() -> None:
    with pytest.raises(ScriptError) as caught:
        read_script("Once upon a time\nthere was\na letter\n" * 1000, "letter.txt")
    first, *lines, last = str(caught.value).splitlines()
    assert first.startswith("letter.txt:1:1: invalid verb or head line: Once. There are answer, ")
    assert lines[:2] == [
        "letter.txt:2:1: invalid verb or head line: there.",
        "letter.txt:3:1: invalid verb or head line: a.",
    ]
    assert (len(lines), last) == (19, f"letter.txt: and at least {MOST_FOUND - 20} more lines that cannot be read")
    assert len(caught.value.mistakes) == MOST_FOUND


@pytest.mark.parametrize(
    "line", ["seed {}", "load corps {}", "load corps -{}", "point blue x {}", "press blue next {}"]
)
def test_a_number_of_thousands_of_digits_is_a_mistake_in_its_line(line: str) -> None:
    with pytest.raises(ScriptError) as caught:
        read_script(line.format("9" * 5000) + "\n", "a.script")
    assert [mistake.line for mistake in caught.value.mistakes] == [1]


@pytest.mark.parametrize("name", ["a\0b", "../x", "/x", "a/b/c", "a\x1b[2J"])
def test_a_file_of_a_script_has_a_name_that_a_file_can_have(name: str) -> None:
    with pytest.raises(ScriptError, match="does not lie in the players' folder"):
        read_script(f'list "{name}"\n    x\n', "a.script")


def test_a_script_that_is_too_large_or_a_pipe_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "large.script").write_bytes(b"#" * (MOST_BYTES + 1))
    os.mkfifo(tmp_path / "pipe.script")
    for name, why in (("large", "larger than 1 MiB"), ("pipe", "is not a regular file")):
        with pytest.raises(OSError, match=why):
            read_file(tmp_path / f"{name}.script")


def test_all_mistakes_are_reported_at_once() -> None:
    with pytest.raises(ScriptError) as caught:
        read_script("wait\nlay\nnothing such\n", "a.script")
    assert [mistake.line for mistake in caught.value.mistakes] == [1, 2, 3]


@pytest.mark.parametrize(
    ("head", "stated"),
    [
        ("system legion_2024\nblue x\n", "system, blue and red together"),
        ("config\n    [rounds]\n    infinty = 2\n", "a.script:3:1: rounds.infinty"),
        ('config\n    world = "real"\n', "world emulated"),
        ("system chess\nblue x\nred y\n", "a.script:1:8: invalid game of this table: chess. There are infinity, "),
        (
            "# an evening\nsystem legion_2024\nblue sample:rebels_leia_luke\nred  sample:empire_veers_vade\n",
            "a.script:4:6: invalid list for legion_2024: sample:empire_veers_vade. Did you mean sample:empire_",
        ),
        (
            "system legion_2024\nblue own:a.txt\nred own:a.txt\nlist a.txt\n    Echo\n    994/1000\n    Corps:\n",
            "a.script:2:6: ",
        ),
        ("system legion_2024\nblue sample:nobody\nred sample:nobody\n", "a.script:2:6"),
    ],
)
def test_a_table_that_cannot_be_set_up_gives_the_reason(head: str, stated: str) -> None:
    with pytest.raises(ScriptError) as caught:
        play(read_script(head + "wait 1s\n", "a.script"))
    assert stated in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "stated"),
    [
        ("expect round 2", "there is: round 1"),
        ("lay blue Ambsh", "invalid card of blue: Ambsh. Did you mean Ambush?"),
        ('lay blue "AT-RT 1" copy 9', "blue has 1 of"),
        ("lift blue Ambush", "lies on no reader"),
        ("answer blue 100 to match.number", "match.number takes a number from"),
        ("answer blue x to orders", "blue is asked orders here; open are: select"),
        ("dispenser jam tokens", "invalid hopper: tokens"),
        ("load corps -25", "hopper 2 holds 24 tokens"),
        ("put-back", "the table asks for no tokens back"),
        ("reader blue plug", "plugged in already"),
        ("take all", "no such token lies in the tray"),
        (
            "table kill before CardSeald",
            "a.script:6:19: invalid event of this game: CardSeald. Did you mean CardSealed?",
        ),
        ("expect no event CardSeald", "invalid event of this game: CardSeald"),
        ("table kill before CardSealed", "its moment never came"),
        ("table kill before CardSealed\ntable blackout after CardSealed", "a cut at CardSealed is ahead already"),
    ],
)
def test_what_is_not_so_or_cannot_be_done_is_reported_with_what_there_is(line: str, stated: str) -> None:
    with pytest.raises(StepError) as caught:
        play(read_script(f"{HEAD}wait 1s\n{line}\n", "a.script"))
    assert f"a.script:{5 + len(line.splitlines())}:" in str(caught.value)
    assert stated in str(caught.value)
    assert "prompt blue select" in str(caught.value), "the last things that happened"


@pytest.mark.slow
@pytest.mark.rule("TB-09")
def test_an_old_script_that_reports_that_tokens_are_taken_goes_on_where_nobody_asks_any_more() -> None:
    play(read_script(f"{HEAD}confirm blue match.hand.*\nexpect round 1\n", "a.script"))
    with pytest.raises(StepError):
        play(read_script(f"{HEAD}confirm blue match.hands.*\n", "a.script"))


PIECES = (
    *ALL,
    *FORMS.head,
    "blue",
    "red",
    "copy",
    "to",
    "within",
    "no",
    "7",
    "-1",
    "2s",
    "0.5",
    " ",
    "\n",
    "    ",
    '"',
    "#",
    "/",
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
@settings(max_examples=150, deadline=None)
@pytest.mark.slow
def test_whatever_stands_in_a_file_is_a_script_or_a_mistake_with_a_place(text: str) -> None:
    try:
        places = {(step.number, 1) for step in read_script(text, "a.script").steps}
    except ScriptError as error:
        places = {(mistake.line, mistake.column) for mistake in error.mistakes}
    assert all(1 <= line <= max(1, text.count("\n") + 1) and column >= 1 for line, column in places)


@given(st.lists(st.text("aB \"\\'#é=/", max_size=8), max_size=5))
@settings(max_examples=100, deadline=None)
@pytest.mark.slow
def test_what_is_quoted_is_read_again_as_it_was(names: list[str]) -> None:
    assert [word.text for word in split(" ".join(quoted(name) for name in names))] == names


@pytest.mark.slow
def test_the_command_reports_how_it_went_by_its_exit_status(tmp_path: Path) -> None:
    good, failing, wrong, packed = (tmp_path / name for name in ("good", "failing", "wrong", "packed"))
    good.write_text(HEAD + "expect round 1\n")
    failing.write_text(HEAD + "expect round 2 within 10ms\n")
    wrong.write_text("exepct round 2\n")
    run = CliRunner().invoke
    assert run(main, ["play", str(good)]).exit_code == 0
    result = run(main, ["play", str(good), str(failing)])
    assert result.exit_code == 1
    assert "there is: round 1" in result.output
    result = run(main, ["play", str(wrong), str(good)])
    assert result.exit_code == 2
    assert f"{wrong}:1:1: invalid verb or head line: exepct" in result.output
    assert "as written" in result.output, "the others are played all the same"
    packed.write_bytes(HEAD.encode() + "é".encode() + b"\xff\x00")
    result = run(main, ["play", str(packed)])
    assert result.exit_code == 2
    assert f"{packed}:5:2: this is not UTF-8 text" in result.output


@pytest.mark.slow
def test_the_same_script_is_the_same_evening() -> None:
    def reported(script: Script) -> list[str]:
        lines: list[str] = []
        play(script, lambda now_s, line: lines.append(f"{now_s:.6f} {line}"))
        return lines

    script = read_script(f"{HEAD}answer blue 7\nanswer red 42\nlock red Push\nlock blue Push\nroll blue\n", "a.script")
    assert reported(script) == reported(script)
