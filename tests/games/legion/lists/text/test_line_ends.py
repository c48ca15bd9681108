"""Ends of lines as other programs write them: a tournament's page, a chat, a mail, a clipboard that lost them."""

import html
import json
from urllib.parse import quote, quote_plus

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import read_list
from table.games.legion.lists.text.carried import carried

LINES = (
    "355/800",
    "2 Activations",
    "",
    "Darth Vader 190 + 10 = 200",
    "--Force Push (10)",
    "AT-ST 155",
    "",
    "Commands:",
    "Ambush, Push",
)
TEXT = "\n".join(LINES)
JSON = json.dumps(
    {"listname": "Short", "points": 155, "units": [{"name": "AT-ST", "upgrades": []}], "commandCards": ["Ambush"]},
    indent=1,
)
ENDS = {
    "bars": TEXT.replace("\n", "||"),
    "bars with blanks": TEXT.replace("\n", " || "),
    "bars and lines": TEXT.replace("\n", " ||\n"),
    "escaped": html.escape(TEXT).replace("\n", "&#10;"),
    "escaped breaks": html.escape(TEXT.replace("\n", "<br>")),
    "breaks": TEXT.replace("\n", "<br>"),
    "breaks and lines": TEXT.replace("\n", "<br />\n"),
    "two signs": TEXT.replace("\n", "\\n"),
    "quote": "".join(f"> {line}\n" for line in LINES),
    "quote of a quote": "".join(f">> {line}\n" for line in LINES),
    "paragraphs": "".join(f"<p>{line}</p>" for line in LINES),
    "area": f'<textarea id="list_1" rows="4">{html.escape(TEXT)}</textarea>',
    "old Mac": TEXT.replace("\n", "\r"),
    "forum": "[quote=Anna]" + TEXT.replace("\n", "[br]").replace("AT-ST", "[b]AT-ST[/b]") + "[/quote]",
    "link": quote(TEXT),
    "form": quote_plus(TEXT.replace("\n", "\r\n")),
    "Markdown": TEXT.replace("\n", "\\\n"),
    "no width": TEXT.replace("\n", "\n\u200b"),
    "numbered signs": TEXT.replace("\n", "\\u000a"),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_text_is_read_with_any_ends(end: str) -> None:
    result = read_list(ENDS[end], load(CLASSIC))
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["Darth Vader", "AT-ST"]
    assert [card.name for card in result.army.hand][:2] == ["Ambush", "Push"]
    assert result.unmatched == ()


@pytest.mark.parametrize("end", ["||", " || ", "<br>", "\\n"])
def test_json_is_read_with_any_ends(end: str) -> None:
    result = read_list(JSON.replace("\n", end), load(CLASSIC))
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["AT-ST"]


@pytest.mark.parametrize("words", [JSON, json.dumps({"notes": "a || b || c\nd<br>e<br>f"}), TEXT, "A || B", "a > b\nc"])
def test_what_is_right_stays_as_it_is(words: str) -> None:
    assert carried(words).parts == (words,)
