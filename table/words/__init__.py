"""Catalogues of the sentences that people read, one file for each language and area, and the rendering of a `Text`."""

from table.words.catalogue import Words, WordsError, languages

__all__ = ["Words", "WordsError", "languages"]
