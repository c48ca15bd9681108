"""Every text that the catalogue and the hand check can say has its English, with the same things to fill in."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import table

PACKAGE = Path(table.__file__).parent
SOURCES = [
    *(
        PACKAGE / "games" / "files" / f"{name}.py"
        for name in ("list_file", "list_name", "raw_list", "packed_file", "reader_failure")
    ),
    *sorted((PACKAGE / "games" / "legion" / "data").glob("*.py")),
    *(
        path
        for path in sorted((PACKAGE / "games" / "legion" / "lists").rglob("*.py"))
        if path.stem not in ("shelf", "command_line", "by_hand")
    ),
    PACKAGE / "games" / "legion" / "rules" / "model" / "hands.py",
    PACKAGE / "games" / "table_games.py",
    PACKAGE / "program" / "commands" / "list_sources.py",
]
BY_COMMANDS = {"hand.legal", "import.complete"}
"""Said by commands, which have words of their own besides."""
READ = [
    tomllib.loads((PACKAGE / folder).read_text(encoding="utf-8"))
    for folder in ("words/en/catalog.toml", "games/legion/words/en.toml")
]
WORDS: dict[str, str] = READ[0] | {key: words for key, words in READ[1].items() if key.startswith(("list.", "hand."))}
WORDS = {key: words for key, words in WORDS.items() if key not in BY_COMMANDS}


def reported() -> dict[str, set[str]]:
    """Keys as they are in the code, an f-string as a pattern; and the names of their arguments."""
    keys: dict[str, set[str]] = {}
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
                arguments = {str(keyword.arg) for keyword in node.keywords}
                for key in _strings(node.args[0]):
                    keys[key] = arguments
    return keys


def _strings(node: ast.expr) -> list[str]:
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else None for part in node.values)
        return ["".join(re.escape(part) if isinstance(part, str) else r"\w+" for part in parts)]
    if isinstance(node, ast.IfExp):
        return [*_strings(node.body), *_strings(node.orelse)]
    return [re.escape(node.value)] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


@pytest.mark.slow
def test_every_text_has_words_and_every_word_is_used() -> None:
    spoken = reported()
    for pattern in spoken:
        assert any(re.fullmatch(pattern, key) for key in WORDS), pattern
    assert [key for key in WORDS if not any(re.fullmatch(pattern, key) for pattern in spoken)] == []


def test_words_ask_for_what_the_code_gives() -> None:
    for pattern, arguments in reported().items():
        for key, words in WORDS.items():
            if re.fullmatch(pattern, key):
                assert set(re.findall(r"{(\w+)}", words)) <= arguments, key
