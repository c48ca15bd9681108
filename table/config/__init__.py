"""Read the one TOML file that describes a table: its world, devices and screen. It never describes a match, and the
program never writes it.
"""

from table.config.loader import Loaded, load
from table.config.schema import Config
from table.toml.problems import Problem, describe

__all__ = ["Config", "Loaded", "Problem", "describe", "load"]
