"""Keys that would keep a parser busy for minutes are found beforehand; what people write is not taken for one."""

import tomllib

import pytest

from table.words.deep_keys import MOST_PARTS, has_deep_keys

DEEP = ".".join(["a"] * 200_000)
"""So many that a search whose work grows with the square of them does not end within a test's limit."""


@pytest.mark.parametrize(
    "document",
    [f"{DEEP} = 1", f"[{DEEP}]", f"[[ {DEEP} ]]", f"x = {{ {DEEP} = 1 }}", f"x = [{{{DEEP} = 1}}]", f'"a".{DEEP} = 1',
     f"a = 1\n  {DEEP}\t= 2"],
)  # fmt: skip
def test_a_key_of_thousands_of_parts_is_found_at_once(document: str) -> None:
    assert has_deep_keys(document)


@pytest.mark.parametrize(
    "document",
    [
        "",
        "a.b.c.d = 1",
        "# " + "." * 500,
        'x = "' + "." * 500 + '"',
        "\n".join(["a.b = 1.5"] * 500),
        "x = [" + "1.5, " * 500 + "]",
    ],
)
def test_what_people_write_is_none(document: str) -> None:
    assert not has_deep_keys(document)


def test_what_is_not_found_is_parsed_in_no_time() -> None:
    most = ".".join(["a"] * (MOST_PARTS + 1))
    document = "\n".join(f"{most[:-1]}{n} = 1" for n in range(200))
    assert not has_deep_keys(document)
    assert tomllib.loads(document)
