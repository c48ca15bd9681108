import pytest

from table.games.legion.data.catalogue import CLASSIC, CURRENT, Catalogue, load


@pytest.fixture(scope="session")
def current() -> Catalogue:
    return load(CURRENT)


@pytest.fixture(scope="session")
def classic() -> Catalogue:
    return load(CLASSIC)
