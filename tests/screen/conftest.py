from pathlib import Path

import pytest

from table.screen.painter import Painter
from table.words import Words, languages
from tests.screen.scenes import spoken


@pytest.fixture(scope="session")
def tongues(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Words]:
    """Every language, with the few words of the scenes."""
    folder: Path = tmp_path_factory.mktemp("words")
    return {language: spoken(language, folder) for language in languages()}


@pytest.fixture
def words(tongues: dict[str, Words]) -> Words:
    return tongues["en"]


@pytest.fixture
def painter(words: Words) -> Painter:
    return Painter(words)
