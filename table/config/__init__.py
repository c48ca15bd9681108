"""The one TOML file that describes a table: world, devices, screen. Never the match; it is read and never written."""

from table.config.loader import Loaded, load
from table.config.schema import Config
from table.toml.problems import Problem, describe

__all__ = ["Config", "Loaded", "Problem", "describe", "load"]
