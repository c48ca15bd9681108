"""The certificate with which the web program serves https, from the owner's two files."""

import ssl
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from table.config.schema import TlsConfig
from table.words.brought_file import content_of

MOST_BYTES = 256 * 1024
"""The most bytes of either file: a chain of certificates has some ten thousand."""


class TlsFault(StrEnum):
    """The reason why these files cannot be used, or why browsers will reject the certificate."""

    FORBIDDEN = "forbidden"
    UNREADABLE = "unreadable"
    NO_CERTIFICATE = "no_certificate"
    NO_KEY = "no_key"
    LOCKED = "locked"
    """The key has a passphrase."""
    OTHER_KEY = "other_key"
    EXPIRED = "expired"
    NOT_YET = "not_yet"
    OTHER_NAME = "other_name"
    UNFIT = "unfit"


VERDICTS: Mapping[int, TlsFault] = MappingProxyType(
    {9: TlsFault.NOT_YET, 10: TlsFault.EXPIRED, 62: TlsFault.OTHER_NAME, 64: TlsFault.OTHER_NAME}
)
"""The faults by OpenSSL's numbers for them (X509_V_ERR_...)."""


class TlsProblem(Struct, frozen=True):
    """A fault, with its file and the system's message."""

    fault: TlsFault
    file: str
    why: str = ""


def encrypting(files: TlsConfig) -> ssl.SSLContext | TlsProblem:
    """Return the TLS context for the web program's connections, or the problem with these files."""
    for file in (files.cert, files.key):
        try:
            content_of(_path(file), MOST_BYTES)
        except PermissionError as error:
            return TlsProblem(TlsFault.FORBIDDEN, file, error.strerror or str(error))
        except (OSError, ValueError) as error:
            return TlsProblem(TlsFault.UNREADABLE, file, getattr(error, "strerror", None) or str(error))
    if not _has_certificate(files.cert):
        return TlsProblem(TlsFault.NO_CERTIFICATE, files.cert)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION  # each costs us a handshake, and the one who asks a few bytes
    asked = []

    def nobody_types_it() -> str:
        asked.append(files.key)
        return ""

    try:
        context.load_cert_chain(_path(files.cert), _path(files.key), nobody_types_it)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            return TlsProblem(TlsFault.OTHER_KEY, files.key)
        return TlsProblem(TlsFault.LOCKED if asked else TlsFault.NO_KEY, files.key, error.reason or str(error))
    except OSError as error:
        return TlsProblem(TlsFault.UNREADABLE, files.key, error.strerror or str(error))
    context.set_alpn_protocols(["http/1.1"])
    return context


def refused(context: ssl.SSLContext, files: TlsConfig, host: str) -> TlsProblem | None:
    """Return why a browser at `host` will reject the certificate, whoever signed it; None if it will not."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.load_verify_locations(_path(files.cert))
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # it is trusted itself: its authority is the browser's affair
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    asks = client.wrap_bio(to_client, to_server, server_hostname=host)
    answers = context.wrap_bio(to_server, to_client, server_side=True)
    for end in (asks, answers, asks):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError as error:
            return TlsProblem(
                VERDICTS.get(error.verify_code, TlsFault.UNFIT), files.cert, error.verify_message.rstrip(".")
            )
        except ssl.SSLError as error:
            return TlsProblem(TlsFault.UNFIT, files.cert, str(error))
    return None


def _has_certificate(file: str) -> bool:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(_path(file))
    except ssl.SSLError:
        return False
    return True


def _path(file: str) -> Path:
    return Path(file).expanduser()
