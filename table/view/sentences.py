"""Texts as sentences in all languages, for clients without a catalogue."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from table.rules.text import Text
from table.words import Words

Sentences: TypeAlias = dict[str, str]
"""A sentence in every language, by the language's name: `{"de": ..., "en": ..., "es": ...}`."""
MOST_KEPT = 4096
"""The most texts whose sentences are kept. A match has some hundreds."""


class Sayings:
    """Renders texts in every language, and caches them. Only one thread may call."""

    def __init__(self, words: Mapping[str, Words]) -> None:
        """Take the words by the language's name."""
        self._words = dict(words)
        self._kept = lru_cache(MOST_KEPT)(self._work_out)

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the names of the languages."""
        return tuple(self._words)

    def say(self, text: Text) -> Sentences:
        """Return the sentences of a text. The caller may not change them."""
        return self._kept(text)

    def _work_out(self, text: Text) -> Sentences:
        return {language: words.say(text) for language, words in self._words.items()}
