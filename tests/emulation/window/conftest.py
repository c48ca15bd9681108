from tests.screen.conftest import painter, tongues, words

__all__ = ["painter", "tongues", "words"]
