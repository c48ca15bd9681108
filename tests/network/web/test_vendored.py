"""What is shipped of others lies there as it was made, with its licence."""

from hashlib import sha256

from table.network.web.files import shipped

NOBLE = "2fb9174c73b044e607319cf181b47d9389e6390514fb62ecbd25c115583e95f5"


def test_the_module_is_the_one_that_was_made() -> None:
    assert sha256(shipped("vendor/noble.js")).hexdigest() == NOBLE


def test_each_library_has_its_licence_beside_it() -> None:
    for name in ("ciphers", "curves", "hashes"):
        assert b"The MIT License" in shipped(f"vendor/LICENSE-noble-{name}.txt")
        assert f"`@noble/{name}` | 2.4.0".encode() in shipped("vendor/README.md")
