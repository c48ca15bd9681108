"""The password opens the desk, its file does not tell it, and a session ends."""

import pytest

from table.network.hall.organiser.desk.desk_lock import LONGEST_S, MOST_SESSIONS, DeskLock, made_password


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def lock(now: list[float]) -> DeskLock:
    return DeskLock(lambda: now[0])


@pytest.mark.slow
def test_the_password_alone_fits(lock: DeskLock) -> None:
    password, content = made_password()
    lock.takes(content)
    assert lock.password is not None
    assert lock.password.fits(password)
    assert not lock.password.fits(password.swapcase())
    assert not lock.password.fits("\udc80")
    assert password.encode() not in content
    assert made_password()[0] != password
    assert len(password) >= 20


@pytest.mark.parametrize(
    "content", [b"", b"{}", b'{"salt":"","key":""}', b"[" * 5000, b"\xff", b'{"salt":"YQ==","key":"YQ=="}']
)
def test_a_file_that_is_none_opens_to_nobody(lock: DeskLock, content: bytes) -> None:
    lock.takes(content)
    assert lock.password is None


def test_a_session_ends_by_itself_by_a_logout_and_with_its_password(lock: DeskLock, now: list[float]) -> None:
    session = lock.opens()
    assert lock.session(session.cookie) == session
    assert lock.session("") is None
    now[0] = LONGEST_S
    assert lock.session(session.cookie) is None
    closed, other = lock.opens(), lock.opens()
    lock.closes(closed)
    assert lock.session(closed.cookie) is None
    assert lock.session(other.cookie) == other
    lock.takes(b"")
    assert lock.session(other.cookie) is None


def test_the_oldest_session_ends_where_there_are_too_many(lock: DeskLock) -> None:
    first, *rest = (lock.opens() for _ in range(MOST_SESSIONS + 1))
    assert lock.session(first.cookie) is None
    assert all(lock.session(each.cookie) for each in rest)
    assert len({each for session in rest for each in session[:2]}) == 2 * MOST_SESSIONS
