"""The module `RPi.GPIO` as in release 0.7.1, over the pins of an emulated Raspberry Pi."""  # noqa: N999

from sim_hardware.gpio import names as _names
from sim_hardware.raspberry import raspberry as _raspberry

globals().update(_names(_raspberry()))
