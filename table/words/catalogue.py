"""Load the catalogues `table/words/<language>/<area>.toml`, such as `"orders.ask" = "Who gets the next order?"`.

The sentences of a shipped game are in its folder, `table/games/<game>/words/<language>.toml`.

A sentence with a different singular has a second entry: `"orders.left" = "{left} orders are left"`,
`"orders.left.one" = "One order is left"`. A question may have a shorter form for small boxes, and one for the button
that confirms it: `"turn.end" = "End the activation?"`, `"turn.end.button" = "End activation"`.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType

from table.rules.errors import OwnerError
from table.rules.text import Text
from table.words.brought_file import content_of
from table.words.deep_keys import has_deep_keys
from table.words.legible import legible

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"
MOST_BYTES = 1024 * 1024
"""The most bytes of one file; the largest that is shipped has 40 KB."""

ONE, BRIEF, BUTTON = ".one", ".brief", ".button"


class WordsError(OwnerError, ValueError):
    """A catalogue cannot be used. The message names the file, the key and the correction."""


class Words:
    """The sentences of one language. It is immutable; any thread may use it."""

    def __init__(self, language: str = "en", folder: Path = HERE, more: Iterable[Path] = ()) -> None:
        """Load one language.

        `more` are folders of rule sets, which cannot replace the table's own sentences. Those of a shipped game are
        among the table's own.
        """
        self.language = language
        self._sentences = _shipped(language) if folder == HERE else _load(folder / language)
        for place in more:
            if folder == HERE and place.parent.parent == GAMES:
                continue
            self._sentences = {**added(place, language), **self._sentences}

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    @property
    def sentences(self) -> Mapping[str, str]:
        return self._sentences

    def say(self, text: Text) -> str:
        """Return the text as one line.

        A key that is in no catalogue is returned unchanged, which at least helps to find the error.
        """
        sentence = self._sentences.get(f"{text.key}{ONE}") if _single(text) else None
        sentence = sentence or self._sentences.get(text.key)
        if sentence is None:
            return " ".join([legible(text.key), *(self._part(value) for _, value in text.args)])
        return sentence.format_map(_Parts({name: self._part(value) for name, value in text.args}))

    def brief(self, text: Text) -> Text:
        """Return the short form of the text, or the text itself if it has none."""
        return self._form(text, BRIEF) or text

    def button(self, ask: Text) -> Text | None:
        """Return the label of the button that confirms this question, or None if it has no label of its own."""
        return self._form(ask, BUTTON)

    def _form(self, text: Text, ending: str) -> Text | None:
        key = f"{text.key}{ending}"
        return Text(key, text.args) if key in self else None

    def _part(self, value: str | int | Text) -> str:
        return self.say(value) if isinstance(value, Text) else legible(str(value))


def _single(text: Text) -> bool:
    return any(value == 1 for _, value in text.args if isinstance(value, int))


class _Parts(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def languages(folder: Path = HERE) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in folder.iterdir() if path.is_dir() and any(path.glob("*.toml"))))


def added(folder: Path, language: str) -> dict[str, str]:
    """Return the sentences of `en.toml`, overridden by those of `<language>.toml` if it exists.

    Raises WordsError, OSError.
    """
    sentences: dict[str, str] = {}
    for name in dict.fromkeys(("en", language)):
        file = folder / f"{name}.toml"
        if name == "en" or file.is_file():
            entries = _read(file)
            for key, sentence in entries.items():
                _check_form(file, key, sentence)
            sentences.update(entries)
    return sentences


def _check_form(file: Path, key: str, sentence: str) -> None:
    """Raise WordsError for an invalid format: only names in braces may be filled in."""
    try:
        plain = all(
            name is None or (name.isidentifier() and not how and not kind)
            for _, name, how, kind in Formatter().parse(sentence)
        )
    except ValueError:
        plain = False
    if not plain:
        raise WordsError(
            f"{file.name}: {key}: write what is filled in as {{name}}, and braces that stay as {{{{ and }}}}"
        )


@cache
def _shipped(language: str) -> Mapping[str, str]:
    """Return the table's own sentences, read once: all `Words` of a language share them."""
    return MappingProxyType(_load(HERE / language))


def _load(folder: Path) -> Mapping[str, str]:
    files = sorted(folder.glob("*.toml"))
    if folder.parent == HERE:
        files += sorted(GAMES.glob(f"*/words/{folder.name}.toml"))
    if not files:
        raise WordsError(f"no words for the language {folder.name!r}: {folder} holds no .toml file")
    sentences: dict[str, str] = {}
    for file in files:
        for key, sentence in _read(file).items():
            if key in sentences:
                raise WordsError(f"{file.name}: {key}: another file of this language has this key already")
            sentences[key] = sentence
    return sentences


def _read(file: Path) -> Mapping[str, str]:
    try:
        content = content_of(file, MOST_BYTES).decode()
        if has_deep_keys(content):
            raise RecursionError
        entries = tomllib.loads(content)
    except ValueError as error:  # no TOML, no UTF-8, a number of thousands of digits
        raise WordsError(f"{file.name}: {error}") from error
    except RecursionError as error:
        raise WordsError(f"{file.name}: lists are nested too deeply in it") from error
    for key, sentence in entries.items():
        if not isinstance(sentence, str):
            raise WordsError(f'{file.name}: {key}: a sentence in quotes belongs here; is the key written "in.quotes"?')
    return entries
