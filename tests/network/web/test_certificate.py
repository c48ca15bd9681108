"""The certificate of the web program: what is wrong with its files is said of the right one, before anybody comes."""

import multiprocessing
import os
import ssl
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.certificates import signed
from table.config.schema import TlsConfig
from table.network.web.certificate import TlsFault, TlsProblem, encrypting, refused

HOST = "table.example"


def files(folder: Path, names: tuple[str, ...] = (HOST,), days: tuple[int, int] = (-1, 1)) -> TlsConfig:
    made = signed(folder, names, days)
    return TlsConfig(cert=made.cert, key=made.key)


def fault(given: TlsConfig) -> tuple[TlsFault, str]:
    found = encrypting(given)
    assert isinstance(found, TlsProblem)
    return found.fault, Path(found.file).name


def verdict(given: TlsConfig, host: str = HOST) -> TlsFault | None:
    context = encrypting(given)
    assert not isinstance(context, TlsProblem)
    found = refused(context, given, host)
    return None if found is None else found.fault


def test_a_certificate_for_this_name_with_its_key_is_good(tmp_path: Path) -> None:
    assert verdict(files(tmp_path)) is None


@pytest.mark.parametrize("host", ["192.168.1.5", "fd00::1"])
def test_one_can_be_for_an_address(host: str, tmp_path: Path) -> None:
    given = files(tmp_path, (host,))
    assert verdict(given, host) is None
    assert verdict(given, "192.168.1.6") is TlsFault.OTHER_NAME


@pytest.mark.parametrize("host", ["other.example", "table.local", "127.0.0.1", "sub.table.example"])
def test_one_for_another_name_is_reported(host: str, tmp_path: Path) -> None:
    assert verdict(files(tmp_path), host) is TlsFault.OTHER_NAME


@pytest.mark.parametrize(("days", "stated"), [((-3, -1), TlsFault.EXPIRED), ((1, 3), TlsFault.NOT_YET)])
def test_one_of_another_time_is_reported(days: tuple[int, int], stated: TlsFault, tmp_path: Path) -> None:
    assert verdict(files(tmp_path, days=days)) is stated


@pytest.mark.parametrize("name", ["cert", "key"])
def test_a_file_that_is_not_there_a_folder_and_a_pipe(name: str, tmp_path: Path) -> None:
    given = files(tmp_path)
    for wrong in ("missing", "folder", "pipe"):
        place = tmp_path / wrong
        if wrong == "folder":
            place.mkdir()
        elif wrong == "pipe":
            os.mkfifo(place)
        other = {"cert": given.cert, "key": given.key, name: str(place)}
        assert fault(TlsConfig(**other)) == (TlsFault.UNREADABLE, wrong)


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 100, b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_what_is_no_certificate_is_reported_of_that_file(content: bytes, tmp_path: Path) -> None:
    given = files(tmp_path)
    Path(given.cert).write_bytes(content)
    assert fault(given) == (TlsFault.NO_CERTIFICATE, "signed.pem")


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 100, b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_what_is_no_key_is_reported_of_that_file(content: bytes, tmp_path: Path) -> None:
    given = files(tmp_path)
    Path(given.key).write_bytes(content)
    assert fault(given) == (TlsFault.NO_KEY, "signed.key")


def test_both_files_exchanged_are_reported(tmp_path: Path) -> None:
    given = files(tmp_path)
    assert fault(TlsConfig(cert=given.key, key=given.cert)) == (TlsFault.NO_CERTIFICATE, "signed.key")


def test_a_file_that_is_larger_than_any_is_not_read(tmp_path: Path) -> None:
    given = files(tmp_path)
    with Path(given.cert).open("ab") as file:
        file.truncate(2**40)
    assert fault(given) == (TlsFault.UNREADABLE, "signed.pem")


def test_a_key_with_a_passphrase_is_reported_and_nobody_is_asked_for_it(tmp_path: Path) -> None:
    made = signed(tmp_path, passphrase=b"secret")
    assert fault(TlsConfig(cert=made.cert, key=made.key)) == (TlsFault.LOCKED, "signed.key")


def test_the_key_of_another_certificate_is_reported(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    given, other = files(tmp_path), files(tmp_path / "other")
    assert fault(TlsConfig(cert=given.cert, key=other.key)) == (TlsFault.OTHER_KEY, "signed.key")


def test_the_key_is_read_by_its_group_and_by_nobody_else() -> None:
    """Tried as another user, as the service has one: it needs root to become one.

    The folder is invalid of pytest's: each run of pytest closes all of those to other users.
    """
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    with TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o711)
        key_of_a_group(files(folder))


def key_of_a_group(given: TlsConfig) -> None:
    os.chown(given.key, 0, 12345)

    def tries(mode: int) -> int | None:
        Path(given.key).chmod(mode)
        other = multiprocessing.get_context("fork").Process(target=as_somebody_else, args=(given,))
        other.start()
        other.join()
        return other.exitcode

    assert tries(0o640) == 0
    assert tries(0o600) == 1


def as_somebody_else(given: TlsConfig) -> None:
    os.setgroups([])
    os.setgid(12345)
    os.setuid(4343)
    found = encrypting(given)
    forbidden = TlsProblem(TlsFault.FORBIDDEN, given.key, "Permission denied")
    sys.exit(0 if isinstance(found, ssl.SSLContext) else 1 if found == forbidden else 2)


@pytest.mark.slow
@given(
    name=st.sampled_from(("cert", "key")), at=st.integers(0, 999), gone=st.integers(0, 999), new=st.binary(max_size=40)
)
def test_whatever_stands_in_the_files_they_are_used_or_reported(
    name: str, at: int, gone: int, new: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    made = files(tmp_path_factory.mktemp("files"))
    place = Path(getattr(made, name))
    good = place.read_bytes()
    place.write_bytes(good[:at] + new + good[at + gone :])
    context = encrypting(made)
    if not isinstance(context, TlsProblem):
        refused(context, made, HOST)


def test_old_versions_are_not_spoken(tmp_path: Path) -> None:
    context = encrypting(files(tmp_path))
    assert not isinstance(context, TlsProblem)
    assert context.minimum_version.name == "TLSv1_2"
    assert context.options & ssl.OP_NO_RENEGOTIATION
