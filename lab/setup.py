"""Install this folder as the package `lab`. All other settings are in `pyproject.toml`."""

from setuptools import find_packages, setup

INSIDE = find_packages(exclude=("tests", "tests.*"))
DATA = ["*.toml", "*.script", "*.js", "*.mjs", "*.csv", "*.json"]

setup(packages=["lab", *(f"lab.{each}" for each in INSIDE)], package_dir={"lab": "."}, package_data={"": DATA})
