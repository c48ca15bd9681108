"""The oldest versions that the package allows are tried as they are in its requirements."""

import tomllib

from lab.release.lowest import EXTRAS, ROOT, lowest


def test_each_bound_becomes_a_version() -> None:
    assert [*lowest(["click>=8.4", "starlette>=1.0"], "3.11")] == ["click==8.4", "starlette==1.0"]


def test_a_bound_without_a_wheel_has_the_oldest_wheel_in_its_place() -> None:
    assert [*lowest(["pygame>=2.1"], "3.11", {"pygame": "2.1.3"})] == ["pygame==2.1.3"]


def test_what_another_python_needs_is_left_out() -> None:
    both = ["pygame>=2.1; python_version < '3.14'", "pygame-ce>=2.5; python_version >= '3.14'"]
    assert [*lowest(both, "3.13", {})] == ["pygame==2.1"]
    assert [*lowest(both, "3.14", {})] == ["pygame-ce==2.5"]


def test_the_package_itself_has_one_bound_for_each_requirement() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *(each for name in EXTRAS for each in project["optional-dependencies"][name])]
    found = [*lowest(needed, "3.11")]
    assert "pygame==2.1.3" in found
    assert len(found) == len(needed) - 1, "one pygame of two"
