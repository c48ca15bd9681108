"""Shipped files of other projects are unchanged, and have their licence."""

from hashlib import sha256

import pytest

from table.network.web.files import shipped

NOBLE = "2fb9174c73b044e607319cf181b47d9389e6390514fb62ecbd25c115583e95f5"

QR = "82ba36585c443604e64df96f794c9e40430db67ad505ceae769e021d34e84992"


@pytest.mark.parametrize(("name", "made"), [("noble.js", NOBLE), ("qr.js", QR)])
def test_the_module_is_the_one_that_was_made(name: str, made: str) -> None:
    assert sha256(shipped(f"vendor/{name}")).hexdigest() == made


def test_each_library_has_its_licence_beside_it() -> None:
    for name in ("ciphers", "curves", "hashes"):
        assert b"The MIT License" in shipped(f"vendor/LICENSE-noble-{name}.txt")
        assert f"`@noble/{name}` | 2.4.0".encode() in shipped("vendor/README.md")
    assert b"The MIT License" in shipped("vendor/LICENSE-qr.txt")
    assert b"`qr` 0.7.0" in shipped("vendor/README.md")
