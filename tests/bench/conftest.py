from tests.screen.conftest import painter, words

__all__ = ["painter", "words"]
