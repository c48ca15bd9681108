"""The catalogues of both editions, as the game's own tests have them."""

from tests.games.legion.conftest import classic as classic
from tests.games.legion.conftest import current as current
