import json

import pytest

from table.screen.painter import Painter
from table.words import Words
from table.words.catalogue import HERE
from tests.screen.scenes import WORDS


@pytest.fixture(scope="session")
def words(tmp_path_factory: pytest.TempPathFactory) -> Words:
    """The table's own English, and the words of the scenes."""
    folder = tmp_path_factory.mktemp("words") / "en"
    folder.mkdir()
    for file in (HERE / "en").glob("*.toml"):
        (folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    own = set(Words("en", folder.parent).sentences)
    lines = [f'"{key}" = {json.dumps(sentence)}' for key, sentence in WORDS.items() if key not in own]
    (folder / "zz_scenes.toml").write_text("\n".join(lines), "utf-8")
    return Words("en", folder.parent)


@pytest.fixture
def painter(words: Words) -> Painter:
    return Painter(words)
