"""Two tables of one name are told, and both are kept; with a certificate all is encrypted. Real broker, real time."""

import asyncio
import datetime
import ipaddress
from collections.abc import Callable
from pathlib import Path

import aiomqtt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from msgspec.structs import replace

from table.lab.campaigns.hall.mosquitto import found
from table.lab.campaigns.hall.stage import HallStage, TlsFiles
from table.network.hall.wire.broker import LastWill, connection
from table.network.hall.wire.topics import online_topic

pytestmark = pytest.mark.hall
WILL = LastWill(online_topic("table-1"), b"")


def test_two_tables_with_one_name_are_told_and_both_are_kept(stage: Callable[[int], HallStage]) -> None:
    async def evening() -> None:
        async with stage(1) as hall:
            await hall.hall_begins()
            first = hall.table("table-1")
            first.opens()
            await hall.delivered()
            second = hall.table("table-1", place="other")
            second.opens()
            second.plays()
            first.plays()

            async def told() -> bool:
                return b'"double"' in await asyncio.to_thread(hall.page, "/api/v1/state")

            await hall.until(told, "word of two tables")
            await hall.delivered()
            assert first.book.epoch != second.book.epoch
            assert hall.compared().differing == 0

    asyncio.run(evening())


def signed(folder: Path) -> TlsFiles:
    """An authority of our own, and a certificate of it for this machine."""
    key, authority = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hall")])
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority")])
    now = datetime.datetime.now(datetime.UTC)
    alike = (
        x509.CertificateBuilder()
        .serial_number(x509.random_serial_number())
        .issuer_name(issuer)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
    )
    ca = (
        alike.subject_name(issuer)
        .public_key(authority.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(authority, hashes.SHA256())
    )
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        alike.subject_name(name)
        .public_key(key.public_key())
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(authority, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    files = {"hall.pem": certificate.public_bytes(pem), "hall.key": secret, "ca.pem": ca.public_bytes(pem)}
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return TlsFiles(*(str(folder / file) for file in files))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # what refuses leaves its socket
def test_with_a_certificate_tables_and_hall_speak_encrypted_and_to_nobody_else(tmp_path: Path) -> None:
    if not found():
        pytest.skip("there is no mosquitto here: `make hall` looks for Debian's")

    async def evening() -> None:
        async with HallStage(tmp_path / "hall", 1, tls=signed(tmp_path)) as hall:
            await hall.hall_begins()
            table = hall.table("table-1")
            table.opens()
            await hall.delivered()
            assert hall.compared().differing == 0
            access = hall.access("table-1")
            for wrong in (replace(access, ca=""), replace(access, host="127.0.0.2")):
                with pytest.raises((aiomqtt.MqttError, OSError)):
                    await connection(wrong, WILL).__aenter__()

    asyncio.run(evening())
