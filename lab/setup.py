"""The folder that holds this file is the package `lab` itself; everything else is in `pyproject.toml`."""

from setuptools import find_packages, setup

INSIDE = find_packages(exclude=("tests", "tests.*"))
DATA = ["*.toml", "*.script", "*.mjs", "*.csv", "*.json"]

setup(
    packages=["lab", *(f"lab.{each}" for each in INSIDE)],
    package_dir={"lab": "."},
    package_data={"": DATA},
)
