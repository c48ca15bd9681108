"""The SBOM of a release names the release, the packages of the lock, and the files of others in the wheel."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from lab.release.archives import ReleaseFile
from lab.release.parts import PACKAGES, completed

SHIPPED = Path(__file__).parents[3] / "table"
VENDOR = SHIPPED / "network/web/shipped/vendor"


def listed(*members: ReleaseFile) -> dict[str, Any]:
    of_lock = {"metadata": {}, "components": [{"bom-ref": "requirements-L1", "name": "anyio"}], "dependencies": []}
    document: dict[str, Any] = json.loads(completed(json.dumps(of_lock).encode(), "1.2.3", b"wheel", members))
    return document


def test_it_names_the_wheel_and_all_that_it_needs() -> None:
    document = listed(ReleaseFile("table/fonts/A.ttf", b"font", False), ReleaseFile("table/a.py", b"", False))
    own = document["metadata"]["component"]
    assert (own["version"], own["hashes"][0]["content"]) == ("1.2.3", sha256(b"wheel").hexdigest())
    assert document["dependencies"][0] == {"ref": own["bom-ref"], "dependsOn": ["requirements-L1", "table/fonts/A.ttf"]}
    assert document["components"][1]["hashes"][0]["content"] == sha256(b"font").hexdigest()


def test_each_package_in_a_file_of_javascript_is_named_as_beside_the_file() -> None:
    readme = (VENDOR / "README.md").read_text("utf-8")
    assert {each.name for each in VENDOR.glob("*.js")} == {*PACKAGES}
    for name, packages in PACKAGES.items():
        assert all(each in readme for each in packages), name
    (file,) = listed(ReleaseFile("table/vendor/noble.js", b"", False))["components"][1:]
    assert [each["purl"] for each in file["components"]] == [
        f"pkg:npm/%40noble/{each}@2.4.0" for each in ("ciphers", "curves", "hashes")
    ]


def test_no_typeface_of_the_program_is_left_out() -> None:
    files = [path for kind in ("ttf", "woff2") for path in SHIPPED.rglob(f"*.{kind}")]
    members = [ReleaseFile(path.relative_to(SHIPPED.parent).as_posix(), path.read_bytes(), False) for path in files]
    assert len(listed(*members)["components"]) == 1 + len(files) == 5
