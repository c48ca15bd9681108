"""Certificates for tests and measurements, made while they run."""

import datetime
import ipaddress
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

SIGNS = x509.KeyUsage(
    digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
    key_agreement=False, key_cert_sign=True, crl_sign=False, encipher_only=False, decipher_only=False,
)  # fmt: skip
PEM = serialization.Encoding.PEM
NAMES = ("localhost", "127.0.0.1")


class Signed(NamedTuple):
    """The files of a certificate, of its key, and of the authority that signed it."""

    cert: str
    key: str
    ca: str


def signed(
    folder: Path, names: tuple[str, ...] = NAMES, days: tuple[int, int] = (-1, 1), passphrase: bytes = b""
) -> Signed:
    """Make an authority, and a certificate of it for these names that is good between these days from today on.

    They say all that Python 3.13 asks of them, which is strict.
    """
    key, authority = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = _called("authority")
    now = datetime.datetime.now(datetime.UTC)
    alike = (
        x509.CertificateBuilder()
        .serial_number(x509.random_serial_number())
        .issuer_name(issuer)
        .not_valid_before(now + datetime.timedelta(days=days[0]))
        .not_valid_after(now + datetime.timedelta(days=days[1]))
    )
    ca = (
        alike.subject_name(issuer)
        .public_key(authority.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(SIGNS, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(authority.public_key()), critical=False)
        .sign(authority, hashes.SHA256())
    )
    certificate = (
        alike.subject_name(_called("table"))
        .public_key(key.public_key())
        .add_extension(x509.SubjectAlternativeName([_alternative(name) for name in names]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()), critical=False)
        .sign(authority, hashes.SHA256())
    )
    sealed = serialization.BestAvailableEncryption(passphrase) if passphrase else serialization.NoEncryption()
    secret = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, sealed)
    files = {"signed.pem": certificate.public_bytes(PEM), "signed.key": secret, "ca.pem": ca.public_bytes(PEM)}
    for file, content in files.items():
        (folder / file).write_bytes(content)
    return Signed(*(str(folder / file) for file in files))


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
