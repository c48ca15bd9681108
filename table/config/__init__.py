"""The one TOML file that describes a table: world, devices, screen. Never the match; it is read and never written."""

from table.config.loader import Loaded, load
from table.config.problems import Problem, describe
from table.config.schema import Config

__all__ = ["Config", "Loaded", "Problem", "describe", "load"]
