"""`import RPi.GPIO`, as its release 0.7.1 behaves, over the pins of an emulated Raspberry Pi."""  # noqa: N999

from sim_hardware.gpio import names as _names
from sim_hardware.raspberry import raspberry as _raspberry

globals().update(_names(_raspberry()))
