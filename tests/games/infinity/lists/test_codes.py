"""Army codes: what a whole one states, and that nothing else is taken for one."""

import random
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from lab.trials.infinity.infinity_codes import InfinityCodeTrial
from lab.trials.infinity.infinity_codes import packed as in_bytes
from table.games.files.raw_list import MOST_BYTES, ListError
from table.games.infinity.lists.codes import army_code
from table.games.infinity.lists.codes.army_code import ArmyCode, CodeHead, head_of, read_code
from table.games.infinity.lists.codes.code_bytes import CodeBytes, bytes_of
from table.games.infinity.lists.codes.code_finding import code_at, codes_in, find_code, is_code
from table.games.infinity.lists.codes.layouts import LAYOUTS, CodeGroup, CodeLayout, CodeMember, read_groups
from table.games.infinity.lists.force_list import other_codes, read_force
from table.program.cli import main
from table.rules.text import text

Members = tuple[tuple[int, int, int], ...]
GROUPS: tuple[tuple[int, Members], ...] = ((1, ((283, 1, 2), (283, 1, 2), (9, 1, 130))), (2, ((500, 2, 1),)))


def integer(n: int) -> bytes:
    return bytes([n]) if n < 0x80 else bytes([0x80 | n >> 8, n & 0xFF])


def words(stated: str) -> bytes:
    return integer(len(stated.encode())) + stated.encode()


def packed(groups: tuple[tuple[int, Members], ...] = GROUPS, name: str = "Mein Zug", points: int = 300) -> bytes:
    data = integer(1201) + words("kestrel") + words(name) + integer(points) + integer(len(groups))
    for number, members in groups:
        data += integer(number) + integer(1) + integer(0) + integer(len(members))
        for unit, profile, option in members:
            data += integer(0) + integer(unit) + integer(profile) + integer(option) + integer(0)
    return data


CODE = b64encode(packed()).decode()


def why(code: str) -> str:
    with pytest.raises(ListError) as caught:
        read_code(code)
    return caught.value.problems[0].key


def test_a_code_states_ids_and_counts() -> None:
    code = read_code(CODE)
    assert (code.sectorial, code.slug, code.name, code.points) == (1201, "kestrel", "Mein Zug", 300)
    assert code.groups == tuple(CodeGroup(n, tuple(CodeMember(*m) for m in members)) for n, members in GROUPS)
    assert code.layout == "a"


def test_a_force_of_a_code_is_called_by_its_ids_and_everything_else_is_open() -> None:
    read = read_force(CODE)
    force = read.force
    assert force is not None
    assert [t.name for t in force.troopers] == ["283.1", "283.1 (2)", "9.1", "500.2"]
    assert read.ids == ("283.1.2", "283.1.2", "9.1.130", "500.2.1"), "for its owner"
    assert {(t.order, t.tactical) for t in force.troopers} == {(None, None)}
    assert [t.group for t in force.troopers] == [1, 1, 1, 2]
    assert (force.bonus, force.lieutenant_orders) == (None, None)
    assert [warning.key for warning in read_force(CODE).warnings] == ["code.ids_only"]


@pytest.mark.parametrize(
    "written",
    [
        CODE,
        CODE.rstrip("="),
        f"  {CODE}\n",
        f"{CODE[:30]}\n{CODE[30:]}",
        urlsafe_b64encode(packed()).decode(),
        quote(CODE, safe=""),
        quote(quote(CODE, safe=""), safe=""),
        f"https://example.org/army/list/{quote(CODE, safe='')}",
        f"my list: https://example.org/army/list/{CODE} have fun",
        CODE.replace("+", " "),
        f"{CODE[:20]}\n   {CODE[20:40]} \r\n{CODE[40:]}",
        f"My list\n{CODE[:30]}\n{CODE[30:]}\nSee you",
        f"`{CODE}`",
        f'"{CODE}".',
        f"Code:{CODE}",
        f"\u200b{CODE}",
        f"https://example.org/army/list/{CODE[:20]}\n{CODE[20:]}",
        f"https://example.org/#/army?lang=en&code={quote(CODE, safe='')}",
        f"https://example.org/army/#/lists/{CODE}",
    ],
)
def test_a_code_is_found_however_it_was_handed_on(written: str) -> None:
    assert is_code(written)
    found = find_code(written)
    assert found is not None
    assert read_code(found) == read_code(CODE)


@pytest.mark.rule("TB-117")
def test_a_code_that_is_cut_short_is_refused_at_every_place() -> None:
    data = packed()
    for end in range(len(data)):
        assert why(b64encode(data[:end]).decode()) == "code.cut_short", end


@pytest.mark.rule("TB-117")
def test_the_beginning_of_a_later_code_is_no_whole_list_of_the_oldest_layout() -> None:
    """Group 1, its mark, no reinforcement, two troopers, unit 98, profile 0: or one trooper, of unit 2."""
    head = CodeHead(274, "red-harbour", "x", 65)
    two = CodeGroup(1, (CodeMember(98, 0, 1774), CodeMember(815, 1737, 13845)))
    data = in_bytes(ArmyCode(**asdict(head), layout="c", groups=(two,)))
    for end in range(len(data) - 1):
        assert why(b64encode(data[:end]).decode()) == "code.cut_short", end
    one = ArmyCode(**asdict(head), layout="d", groups=(CodeGroup(1, (CodeMember(98, 1, 3),)),))
    assert read_code(b64encode(in_bytes(one)).decode()) == one


@pytest.mark.rule("TB-117")
def test_a_code_that_goes_on_is_another_version() -> None:
    assert why(b64encode(packed() + b"\x01").decode()) == "code.more"


@pytest.mark.rule("TB-117")
def test_huge_counts_are_not_believed() -> None:
    head = integer(1201) + words("kestrel") + words("x") + integer(300)
    assert why(b64encode(head + b"\xff\xff").decode()) == "code.too_many"
    assert why(b64encode(head + b"\x02\x01\x01\x01\xff\xff" + b"\x00" * 50).decode()) == "code.too_many"
    assert why(b64encode(head + b"\x02\x01\x01\x00\x14" + b"\x00" * 50).decode()) == "code.cut_short"
    assert why(b64encode(integer(1201) + b"\xff\xff" + b"a" * 40).decode()) == "code.cut_short"
    assert why("A" * 5000) == "code.too_long"


@pytest.mark.rule("TB-117")
def test_what_is_no_base64_or_no_words_is_reported() -> None:
    assert why("A" * 17) == "code.not_base64"
    assert why("!" * 20) == "code.not_base64"
    assert why(b64encode(b"\x01\x02\xff\xff" + b"a" * 20).decode()) == "code.version"
    assert why(b64encode(packed(groups=())).decode()) == "code.empty"


def test_marks_that_nobody_knows_are_damage() -> None:
    data = bytearray(packed())
    data[data.index(b"\x01\x01\x00\x03") + 2] = 7
    with pytest.raises(ListError) as caught:
        read_code(b64encode(bytes(data)).decode())
    (why,) = caught.value.problems
    assert why == text("code.odd", found=7, usual="0/1", at=data.index(b"\x01\x01\x07\x03") + 2)


@pytest.mark.rule("TB-117")
def test_a_code_that_fits_several_layouts_is_refused_with_both_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two of the four ever fit one code: here a fifth came, which reads the same bytes otherwise."""

    def reads(layout: CodeLayout, reader: CodeBytes) -> tuple[CodeGroup, ...]:
        reader.at += reader.left
        return (CodeGroup(1, (CodeMember(7, 1, 2 if layout.id == "a" else 3),)),)

    monkeypatch.setattr(army_code, "read_groups", reads)
    with pytest.raises(ListError) as caught:
        read_code(CODE)
    assert caught.value.problems == (text("code.several", first="1: 7.1.2", second="1: 7.1.3"),)
    monkeypatch.setattr(army_code, "LAYOUTS", LAYOUTS[1:])
    assert read_code(CODE).groups[0].members == (CodeMember(7, 1, 3),), "two that read the same are no riddle"


@pytest.mark.rule("TB-117")
def test_a_code_of_one_layout_fits_no_other() -> None:
    rng, trial = random.Random(1), InfinityCodeTrial()
    for layout in LAYOUTS:
        for _ in range(40):
            data = bytes_of(trial.written(rng, layout.id).code)
            _, at = head_of(data)
            fitting = [each.id for each in LAYOUTS if _fits(each, data, at)]
            assert fitting == [layout.id]


def _fits(layout: CodeLayout, data: bytes, at: int) -> bool:
    reader = CodeBytes(data, at)
    try:
        read_groups(layout, reader)
    except ListError:
        return False
    return not reader.left


@pytest.mark.rule("TB-101")
def test_a_code_with_too_many_is_refused_with_the_rule() -> None:
    many = tuple((1, 1, n) for n in range(16))
    result = read_force(b64encode(packed(groups=((1, many),))).decode())
    assert [problem.key for problem in result.problems] == ["infinity.muster.too_many", "infinity.muster.group_full"]


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=300))
@pytest.mark.rule("TB-117")
def test_whatever_bytes_come_they_are_a_force_or_a_problem(data: bytes) -> None:
    result = read_force(b64encode(data).decode())
    assert (result.force is not None) or result.problems


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(
    groups=st.lists(
        st.lists(st.tuples(st.integers(1, 0x7FFF), *[st.integers(0, 0x7FFF)] * 2), min_size=1, max_size=10),
        min_size=1,
        max_size=4,
    ),
    name=st.text(max_size=40),
)
def test_what_is_written_is_read(groups: list[list[tuple[int, int, int]]], name: str) -> None:
    numbered = tuple((n, tuple(members)) for n, members in enumerate(groups, 1))
    code = read_code(b64encode(packed(numbered, name)).decode())
    assert [[(m.unit, m.profile, m.option) for m in group.members] for group in code.groups] == groups


def test_a_code_is_found_among_words() -> None:
    assert find_code(f"My code for Sunday:\n{CODE}\nSee you!") == CODE
    assert is_code(f"Code: {CODE}")
    assert not is_code("Coordinated Bombardment, internationalization and nothing that is a code")


FIRST = b64encode(packed(name="Erster Zug")).decode()
SECOND = b64encode(packed(name="Zweiter Zug", points=299)).decode()


@pytest.mark.parametrize(
    "written",
    [
        f"{FIRST}\n{SECOND}",
        f"{FIRST}, {SECOND}",
        f"1: {FIRST} 2: {SECOND} good luck",
        f"{FIRST}{SECOND}",
        f"{FIRST}\n\n{SECOND}\n",
    ],
    ids=["two lines", "comma", "numbered", "without a gap", "blank line"],
)
def test_a_second_code_is_reported_and_not_lost_in_silence(written: str) -> None:
    """A tournament asks each player for two lists."""
    assert FIRST.endswith("=")
    read = read_force(written)
    assert read.force is not None
    assert read.force.name == "Erster Zug"
    assert [warning.key for warning in read.warnings] == ["code.others", "code.ids_only"]
    assert dict(read.warnings[0].args) == {"count": 2, "name": "Erster Zug"}
    (other,) = other_codes(written)
    assert other.force == read_force(SECOND).force


@pytest.mark.parametrize(
    "written", [f"{FIRST}\n{FIRST}", f"https://example.org/army/list/{quote(FIRST, safe='')} {FIRST}"]
)
def test_the_same_code_twice_is_one(written: str) -> None:
    assert [warning.key for warning in read_force(written).warnings] == ["code.ids_only"]


def test_two_codes_of_which_nothing_shows_the_end_are_named() -> None:
    unpadded = next(each for each in (packed(name="x" * n) for n in range(1, 4)) if len(each) % 3 == 0)
    assert why(b64encode(unpadded + packed()).decode()) == "code.joined"


def test_one_of_several_codes_is_picked_by_its_number(tmp_path: Path) -> None:
    message = f"Mine: {FIRST}\nor: {SECOND}\n"
    file = tmp_path / "mail.txt"
    file.write_text(message)
    first, second = codes_in(message)
    assert [read_code(code_at(message, n) or "") for n in (1, 2)] == [first, second]
    assert code_at(message, 3) is None
    saved = CliRunner().invoke(main, ["import", str(file), "--pick", "2", "--save", "B", "--lists", str(tmp_path)])
    assert saved.exit_code == 0, saved.output
    force = read_force((tmp_path / "infinity" / "B.toml").read_text()).force
    assert force is not None
    assert force.name == (second.name or second.slug)
    missing = CliRunner().invoke(main, ["import", str(file), "--pick", "3"])
    assert missing.exit_code == 1
    assert "no army code number 3" in " ".join(missing.output.split())


def test_the_largest_file_of_letters_without_a_code_is_read_through_once() -> None:
    """Its time was the square of its length: more than a minute, while the lobby waited for the stick."""
    assert find_code("9" * MOST_BYTES) == "9" * MOST_BYTES
    assert codes_in("9" * MOST_BYTES) == ()
