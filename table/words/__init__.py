"""What people read, by language: flat catalogues of sentences, one file an area, and the saying of a `Text`."""

from table.words.catalogue import Words, WordsError, languages

__all__ = ["Words", "WordsError", "languages"]
