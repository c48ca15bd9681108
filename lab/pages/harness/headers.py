"""The headers of a Raspberry Pi and of a Pico: the pin on the board for each name."""

from collections.abc import Mapping
from types import MappingProxyType

PI: Mapping[int, int] = MappingProxyType(
    {
        2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
        8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
    }
)  # fmt: skip
"""The pin on the 40-pin header for each BCM number."""
PI_3V3 = (1, 17)
PI_GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
PICO: Mapping[int, int] = MappingProxyType(
    {
        0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
        16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
    }
)  # fmt: skip
"""The pin of a Pico or a Pico 2 for each GP number."""
PICO_3V3 = 36
PICO_GROUND = (3, 8, 13, 18, 23, 28, 33, 38)
