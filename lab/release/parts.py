"""Complete the SBOM of a release: the release itself, and files of other projects that lie in its wheel."""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from lab.release.archives import ReleaseFile

NAME = "command-table"
OF_OTHERS = re.compile(r"/vendor/[^/]+\.js$|/fonts/[^/]+\.(ttf|woff2)$")
PACKAGES = MappingProxyType(
    {
        "noble.js": ("@noble/ciphers@2.4.0", "@noble/curves@2.4.0", "@noble/hashes@2.4.0"),
        "qr.js": ("qr@0.7.0",),
    }
)
"""The packages of npm in a file of JavaScript, as `vendor/README.md` beside it names them."""


def completed(listed: bytes, version: str, wheel: bytes, members: Iterable[ReleaseFile]) -> bytes:
    """Return the list of Python packages, in CycloneDX's form, with the wheel that needs them, and what is in it."""
    document: dict[str, Any] = json.loads(listed)
    document["components"] += [_file(each) for each in members if OF_OTHERS.search(each.name)]
    document["metadata"]["component"] = {
        "type": "application",
        "bom-ref": NAME,
        "name": NAME,
        "version": version,
        "licenses": [{"license": {"id": "GPL-3.0-or-later"}}],
        "purl": f"pkg:generic/{NAME}@{version}",
        "hashes": _hashes(wheel),
    }
    needs = [each["bom-ref"] for each in document["components"]]
    document["dependencies"] = [{"ref": NAME, "dependsOn": needs}, *({"ref": each} for each in needs)]
    return json.dumps(document, indent=2, sort_keys=True).encode() + b"\n"


def _file(member: ReleaseFile) -> dict[str, Any]:
    packages = [_package(each) for each in PACKAGES.get(member.name.rpartition("/")[2], ())]
    return {
        "type": "file",
        "bom-ref": member.name,
        "name": member.name,
        "hashes": _hashes(member.content),
        **({"components": packages} if packages else {}),
    }


def _package(named: str) -> dict[str, Any]:
    name, _, version = named.rpartition("@")
    purl = f"pkg:npm/{named.replace('@', '%40', named.count('@') - 1)}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


def _hashes(content: bytes) -> list[dict[str, str]]:
    return [{"alg": "SHA-256", "content": sha256(content).hexdigest()}]
