"""The plain list: what it states, everything that is wrong with it, and how it is stored and offered."""

from base64 import b64encode
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from table.games.files.offers import Shelves
from table.games.infinity.lists.force_list import for_all_eyes, is_infinity, read_force
from table.games.infinity.lists.force_shelf import InfinityShelf
from table.games.infinity.lists.formatter import as_toml
from table.games.infinity.lists.stored_forces import store, stored_forces
from table.games.infinity.rules.model.forces import Force, Order
from table.program.cli import main
from table.rules.text import Text
from table.words import Words
from tests.games.infinity.lists.test_codes import CODE

LIST = """
name = "Echo"
sectorial = "Kestrel"
points = 250
[[trooper]]
name = "Captain"
lieutenant = true
orders = 2
order = "regular"
[[trooper]]
name = "Ranger"
order = "irregular"
group = 2
times = 2
[[trooper]]
name = "Mule"
order = "none"
peripheral_of = "Captain"
[[trooper]]
name = "Unknown"
"""


def keys(problems: tuple[Text, ...]) -> list[str]:
    return [problem.key for problem in problems]


def test_a_list_states_names_groups_and_orders() -> None:
    result = read_force(LIST)
    force = result.force
    assert force is not None
    assert (force.name, force.sectorial, force.points, force.lieutenant_orders) == ("Echo", "Kestrel", 250, 2)
    assert [(t.name, t.group, t.order) for t in force.troopers] == [
        ("Captain", 1, Order.REGULAR), ("Ranger 1", 2, Order.IRREGULAR), ("Ranger 2", 2, Order.IRREGULAR),
        ("Mule", 1, Order.NONE), ("Unknown", 1, None),
    ]  # fmt: skip
    assert force.troopers[3].peripheral_of == "1"
    assert keys(result.warnings) == ["plain.asked"]


@pytest.mark.rule("TB-101")
def test_everything_that_is_wrong_is_reported_at_once() -> None:
    wrong = """
    nam = "x"
    points = "many"
    [[trooper]]
    name = "A"
    order = "sometimes"
    times = 99
    [[trooper]]
    group = 1
    [[trooper]]
    name = "B"
    lieutenant = 1
    group = 99999999999999999999
    [[trooper]]
    name = "C"
    group = 9
    peripheral_of = "Nobody"
    [[trooper]]
    name = "D"
    lieutenant = true
    times = 2
    peripheral_of = "A 3"
    """
    assert sorted(keys(read_force(wrong).problems)) == [
        "infinity.muster.group_number", "plain.kind.bool", "plain.kind.int", "plain.lieutenants", "plain.no_name",
        "plain.number", "plain.order", "plain.owner", "plain.times", "plain.unknown_key_near",
    ]  # fmt: skip


@pytest.mark.rule("TB-101")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ('order = "sometimes"\ntimes = 99', ["plain.order", "plain.times", "plain.unknown_key"]),
        ('name = " "', ["plain.no_name", "plain.unknown_key"]),
        ("group = 9", ["infinity.muster.group_number", "plain.unknown_key"]),
        ('proxy_of = "Nobody"', ["plain.owner", "plain.unknown_key"]),
        (
            'order = "regular"\nperipheral_of = "Captain"',
            ["infinity.muster.peripheral_order", "plain.unknown_key"],
        ),
        ("lieutenant = true", ["plain.lieutenants", "plain.unknown_key"]),
        ("orders = true\ncost = 3", ["plain.kind.int", "plain.unknown_key", "plain.unknown_key"]),
    ],
)
def test_a_trooper_with_a_bad_key_is_judged_on(more: str, expected: list[str]) -> None:
    name = "" if "name" in more else 'name = "A"'
    wrong = f'[[trooper]]\nname = "Captain"\nlieutenant = true\n[[trooper]]\n{name}\nskill = "Hacker"\n{more}'
    assert sorted(keys(read_force(wrong).problems)) == expected


@pytest.mark.rule("TB-101")
def test_a_trooper_whose_place_is_known_counts_in_its_group_whatever_else_is_wrong_with_it() -> None:
    full = '[[trooper]]\nname = "A"\ntimes = 10\n'
    wrong = full + '[[trooper]]\nname = "B"\norder = "sometimes"'
    assert keys(read_force(wrong).problems) == ["plain.order", "infinity.muster.group_full"]
    doubtful = full + '[[trooper]]\nname = "B"\ngruop = 2'
    assert keys(read_force(doubtful).problems) == ["plain.unknown_key_near"]


@pytest.mark.rule("TB-101")
@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("", "list.empty"),
        ("what is this", "plain.not_toml_at"),
        ("name = 'x'", "plain.nobody"),
        ("trooper = 3", "plain.kind.list"),
        ("trooper = [1, 2]", "plain.not_tables"),
        ("".join(f"k{n} = 1\n" for n in range(30)) + "trooper = []", "plain.unknown_key"),
        ("[[trooper]]\nname = 'A'\n" * 61, "plain.too_many"),
        ("[[trooper]]\nname = 'A'\nlieutenant = true\n" * 2, "plain.lieutenants"),
        ("[[trooper]]\nname = 'A'\nproxy_of = 'B'", "plain.owner"),
        ("[[trooper]]\nname = " + "[" * 100_000, "plain.not_toml"),
        ("[[trooper]]\nname = " + "9" * 5000, "plain.not_toml"),
        ("[[trooper]]\nname = 0x" + "f" * 9000, "plain.kind.str"),
        ("name = 0x" + "f" * 9000, "plain.kind.str"),
        ("a." * 20_000 + "a = 1\n[[trooper]]\nname = 'A'", "plain.not_toml"),
    ],
)
def test_what_cannot_be_read_is_reported(words: str, key: str) -> None:
    result = read_force(words)
    assert result.force is None
    assert key in keys(result.problems)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    words=st.one_of(
        st.text(max_size=200),
        st.lists(
            st.sampled_from(
                ["[[trooper]]", 'name = "A"', "group = 3", 'order = "none"', "times = 0", "hidden = true", "x = {}"]
            ),
            max_size=12,
        ).map("\n".join),
    )
)
def test_whatever_words_come_they_are_a_force_or_a_problem(words: str) -> None:
    result = read_force(words)
    assert result.force is not None or result.problems


def test_a_code_is_stored_as_a_list_to_fill_in(tmp_path: Path) -> None:
    path = store(tmp_path, "Echo", CODE)
    (kept,) = [entry for entry in stored_forces(tmp_path) if entry.id.startswith("own:")]
    assert kept.path == path
    assert (kept.id, kept.name) == ("own:Echo.toml", "Mein Zug")
    direct, stored = read_force(CODE).force, kept.result.force
    assert direct is not None
    assert stored is not None
    assert stored.troopers == direct.troopers
    filled = path.read_text("utf-8").replace("group = 1", 'group = 1\norder = "regular"')
    changed = read_force(filled).force
    assert changed is not None
    assert [t.order for t in changed.troopers] == [Order.REGULAR] * 3 + [None]


def test_a_stored_list_is_not_overwritten_unasked(tmp_path: Path) -> None:
    store(tmp_path, "Echo", LIST)
    with pytest.raises(ValueError, match=r"list\.exists"):
        store(tmp_path, "Echo", CODE)
    assert store(tmp_path, "Echo", CODE, force=True).read_text("utf-8").startswith('name = "Mein Zug"')
    with pytest.raises(ValueError, match=r"list\.bad_name"):
        store(tmp_path, "../Echo", LIST)
    assert [path.name for path in (tmp_path / "infinity").iterdir()] == ["Echo.toml"]


def test_a_name_full_of_quotes_survives() -> None:
    odd = read_force('[[trooper]]\nname = \'a "b" \\ c\'\norder = "regular"\n').force
    assert odd is not None
    again = read_force(as_toml(odd)).force
    assert again is not None
    assert again.troopers == odd.troopers


def test_the_lobby_offers_samples_and_what_was_stored(tmp_path: Path) -> None:
    store(tmp_path, "Echo", LIST)
    (tmp_path / "infinity" / "broken.toml").write_text("no list")
    shelf = Shelves({"infinity": InfinityShelf(tmp_path)})
    offers = [offer.id for offer in shelf.offers("infinity") if not offer.wrong]
    assert offers == ["sample:first_watch", "sample:red_harbour", "own:Echo.toml"]
    assert isinstance(shelf.fetch("infinity", "own:Echo.toml"), Force)
    refused = shelf.fetch("infinity", "own:broken.toml")
    assert isinstance(refused, tuple)
    assert {refusal.rule for refusal in refused} == {"TB-101"}


@pytest.mark.parametrize(
    "words",
    [
        "Name = 'X'\n[[Trooper]]\nName = 'A'\nORDER = 'Irregular '\nCombat-Group = 2\n",
        "name = 'X'\r\n\r\n[[ troopers ]]\r\nname = 'A'\r\norder = 'IRREGULAR'\r\ngroup = 2\r\n",
        "troopers = [{ name = 'A', order = 'irregular', 'combat group' = 2 }]\nname = 'X'\n",
    ],
)
def test_a_plain_list_is_read_however_its_keys_are_spelled(words: str) -> None:
    assert is_infinity(words)
    assert is_infinity(b"\xef\xbb\xbf" + words.encode())
    result = read_force(words)
    assert result.force is not None, result.problems
    (one,) = result.force.troopers
    assert (result.force.name, one.name, one.order, one.group) == ("X", "A", Order.IRREGULAR, 2)


def imported(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["import", *arguments])


def test_an_army_code_is_imported_and_what_was_understood_is_reported(tmp_path: Path) -> None:
    result = imported(CODE, "--save", "Echo", "--lists", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "283.1.2" in result.output
    assert "kestrel (1201), 300 points. Troopers: 4, combat groups: 2." in result.output
    assert "ids, not names" in result.output
    assert (tmp_path / "infinity" / "Echo.toml").is_file()


def test_a_list_file_is_imported(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(LIST)
    result = imported(str(file))
    assert result.exit_code == 0, result.output
    assert "1 Regular, 2 Irregular, 0 Tactical; 1 to be asked" in result.output


def test_a_damaged_code_ends_with_status_1_and_is_not_saved(tmp_path: Path) -> None:
    result = imported(CODE[:-8], "--save", "Echo", "--lists", str(tmp_path))
    assert result.exit_code == 1
    assert "incomplete" in result.output
    assert not (tmp_path / "infinity").exists()


def test_the_lieutenant_is_not_shown_by_the_import_either(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text("[[trooper]]\nname = 'A'\nlieutenant = true\n[[trooper]]\nname = 'B'\n")
    second.write_text("[[trooper]]\nname = 'A'\n[[trooper]]\nname = 'B'\nlieutenant = true\n")
    assert imported(str(first)).output == imported(str(second)).output


def test_base64_of_something_else_is_no_code() -> None:
    assert read_force(b64encode(b"just some words, quite long").decode()).force is None


def test_the_example_of_the_documentation_is_a_list() -> None:
    page = (Path(__file__).parents[4] / "docs" / "play" / "lists.md").read_text("utf-8")
    example = page[page.index("**A plain list**") :].split("```toml\n")[1].split("```")[0]
    result = read_force(example)
    assert (result.problems, result.warnings) == ((), ())
    force = result.force
    assert force is not None
    assert [(t.name, t.hidden, t.reinforcement) for t in force.troopers if t.hidden or t.reinforcement] == [
        ("Late Rider", False, True), ("Scout", True, False),
    ]  # fmt: skip


@pytest.mark.rule("TB-101")
def test_a_mistake_is_reported_with_its_line() -> None:
    wrong = '[[trooper]]\nname = "A"\norder = "sometimes"\n\n[[trooper]]\nGroup = "x"\n'
    places = [dict(problem.args)["where"] for problem in read_force(wrong).problems]
    assert [dict(place.args)["line"] for place in places if isinstance(place, Text)] == [3, 6, 5]


@pytest.mark.rule("TB-101")
@pytest.mark.rule("IA-04")
def test_what_is_wrong_between_two_troopers_has_its_line_and_is_for_the_lists_owner_alone() -> None:
    wrong = """[[trooper]]
name = "Captain"
order = "regular"
lieutenant = true
[[trooper]]
name = "Mule"
Group = 2
order = "none"
peripheral_of = "Captain"
[[trooper]]
name = "Bot"
order = "regular"
peripheral_of = "Captain"
[[trooper]]
name = "Shade"
hidden = true
proxy_of = "Captain"
[[trooper]]
name = "Ghost"
order = "regular"
peripheral_of = "Mule"
[[trooper]]
name = "Rider"
order = "regular"
group = 7
"""
    problems = read_force(wrong).problems
    lines = {
        problem.key.rpartition(".")[2]: dict(place.args).get("line")
        for problem in problems
        for place in dict(problem.args).values()
        if isinstance(place, Text) and place.key.startswith("plain.")
    }
    assert lines == {"other_group": 7, "peripheral_order": 20, "apart": 14, "owner": 21, "group_number": 25}
    shown = "".join(map(str, for_all_eyes(problems)))
    assert not [name for name in ("Mule", "Bot", "Shade", "Ghost") if name in shown]


SEVERAL = ("too_many", "group_full", "group_number", "lieutenant_orders")


def of_troopers(*more: str, count: int = 1) -> str:
    """A file in which each trooper has two lines, `more` of them with lines of their own."""
    return "".join(f"[[trooper]]\nname = 'T{n}'\n" for n in range(1, count + 1)) + "".join(
        f"[[trooper]]\n{one}\n" for one in more
    )


@pytest.mark.rule("TB-101")
@pytest.mark.parametrize(
    ("source", "problem", "name", "line"),
    [
        (of_troopers(count=11), "infinity.muster.group_full", "T11", 21),
        (of_troopers(count=10) + of_troopers("name = 'X'\ngroup = 2\ntimes = 6"), "infinity.muster.too_many", "X", 23),
        (of_troopers("name = 'L'\nreinforcement = true"), "infinity.muster.mixed_group", "L", 5),
        (of_troopers("name = 'L'\ngroup = 12"), "infinity.muster.group_number", "L", 5),
        (of_troopers("name = 'L'\nlieutenant = true\norders = 3"), "infinity.muster.lieutenant_orders", "L", 6),
        (of_troopers("name = 'L'\nlieutenant = true", "name = 'M'\nlieutenant = true"), "plain.lieutenants", "M", 8),
        (of_troopers("name = 'L'\nlieutenant = true\ntimes = 2"), "plain.lieutenants", "L", 5),
        (of_troopers(count=61), "plain.too_many", "T61", 121),
        ("name = 'E'\ntrooper = []", "plain.nobody", "", 2),
        ("name = 'E'\npoints = 3", "plain.nobody", "", 2),
        ("name = 'E'\ntrooper = [3]", "plain.not_tables", "", 2),
        ("name = 'E'\ntrooper = 3", "plain.kind.list", "", 2),
    ],
)
def test_a_mistake_of_several_troopers_has_the_line_at_which_it_begins(
    source: str, problem: str, name: str, line: int
) -> None:
    problems = read_force(source).problems
    (found,) = (each for each in problems if each.key == problem)
    (place,) = (each for _, each in found.args if isinstance(each, Text))
    reported = dict(place.args)
    assert reported["line"] == line
    for language in ("en", "de", "es"):
        assert name in Words(language).say(found)


@pytest.mark.rule("TB-101")
@pytest.mark.parametrize(
    "heading", ["[[trooper]]", "[[troopers]]", "[[ Trooper ]]", "[trooper]", "[troopers]", "[Trooper]"]
)
def test_a_trooper_stands_under_one_bracket_or_two_and_none_is_lost_where_both_are_written(heading: str) -> None:
    words = f"name = 'E'\n{heading}\nname = 'A'\n[[trooper]]\nname = 'B'\n{heading}\nname = 'C'\n"
    assert is_infinity(words)
    force = read_force(words).force
    assert force is not None
    assert [trooper.name for trooper in force.troopers] == ["A", "B", "C"]


@pytest.mark.rule("TB-101")
@pytest.mark.parametrize("heading", ["[[troopr]]", "[[troper]]", "[troops]", "[[tropper]]"])
@pytest.mark.parametrize("beside", ["", "[[trooper]]\nname = 'B'\n"])
def test_a_misspelt_heading_is_reported_with_its_line_and_the_one_that_is_meant(heading: str, beside: str) -> None:
    words = f"name = 'E'\n{beside}{heading}\nname = 'A'\n"
    assert is_infinity(words)
    problems = read_force(words).problems
    sentence = Words().say(problems[0])
    assert sentence.startswith(f"In the list (line {2 + beside.count(chr(10))}): unknown key tr")
    assert "did you mean trooper?" in sentence
    assert keys(problems[1:]) == ([] if beside else ["plain.nobody"])


@pytest.mark.rule("TB-101")
@pytest.mark.parametrize(
    ("source", "line", "why"),
    [
        ("name = 'E'\n[[trooper]]\nname = \"A\norder = 'regular'\n", 3, "config.file.open_text"),
        ("name = 'E'\n[[trooper]]\nname = \"A", 3, "config.file.open_text"),
        ('name = 3\n[[trooper]]\nname = """A\n\n', 4, "config.file.syntax"),
        ("name = 'E'\n[[trooper]]\nname = A\nwip = 3\n", 3, "config.file.value"),
        ("name = 'E'\n[[trooper]]\nname = 'A'\n[[trooper]]\nname", 5, "config.file.syntax"),
    ],
)
def test_what_is_no_toml_has_its_line_and_quotes_that_are_not_closed_are_reported_in_plain_words(
    source: str, line: int, why: str
) -> None:
    (problem,) = read_force(source).problems
    reported = dict(problem.args)
    assert (problem.key, reported["line"], getattr(reported["why"], "key", "")) == ("plain.not_toml_at", line, why)


def test_other_sections_are_no_troopers() -> None:
    for words in ("[sides.american]\nnation = 'x'\n", "[[objectives]]\nhex = 'A1'\n", "[screen]\nlanguage = 'de'\n"):
        assert not is_infinity(words)
    assert not is_infinity("[Troops]\n- Stormtroopers (44)\n"), "no key stands in it"


@pytest.mark.rule("IA-04")
@pytest.mark.rule("TB-100")
def test_where_a_mistake_of_several_troopers_begins_is_for_the_lists_owner_alone() -> None:
    """It may be the Lieutenant's line, or a hidden trooper's: the others read of the list as a whole."""
    shade = "name = 'Shade'\nhidden = true\ngroup = 12"
    wrong = of_troopers("name = 'Boss'\nlieutenant = true\norders = 3\ntimes = 11", shade, shade, count=10)
    problems = read_force(wrong).problems
    keys_found = {"plain.lieutenants", *(f"infinity.muster.{each}" for each in SEVERAL)}
    assert {problem.key for problem in problems} == keys_found
    shown = [Words().say(problem) for problem in for_all_eyes(problems)]
    assert len(shown) == len(problems), "they are told all the same"
    assert not [each for each in shown if "Shade" in each or "Boss" in each or "line" in each.replace("Lieutenant", "")]


@pytest.mark.rule("IA-04")
@pytest.mark.rule("IA-08")
def test_names_and_ids_of_those_on_the_table_do_not_reveal_the_others(tmp_path: Path) -> None:
    hidden = '[[trooper]]\nname = "Scout"\nairborne = true\norder = "regular"\n'
    plain = (
        '[[trooper]]\nname = "Scout"\norder = "regular"\n[[trooper]]\nname = "Late"\nreinforcement = true\ngroup = 2\n'
    )
    with_it, without = read_force(hidden + plain).force, read_force(plain).force
    assert with_it is not None
    assert without is not None
    assert with_it.troopers[:2] == without.troopers
    assert (with_it.troopers[2].name, with_it.troopers[2].hidden) == ("Scout 2", True)
    file = tmp_path / "list.toml"
    file.write_text(hidden + plain)
    shown = imported(str(file)).output
    assert "1, off the table: your number 1" in shown
    assert "2, reinforcement" in shown
    assert read_force(as_toml(with_it)).force == with_it
