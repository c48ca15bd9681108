"""`import RPi.GPIO`, as its release 0.7.1 behaves, over the pins of an emulated Raspberry Pi."""  # noqa: N999

from sim_hardware import gpio as _gpio
from sim_hardware.raspberry import raspberry as _raspberry

BOARD, BCM = _gpio.BOARD, _gpio.BCM
OUT, IN, LOW, HIGH = _gpio.OUT, _gpio.IN, _gpio.LOW, _gpio.HIGH
PUD_OFF, PUD_DOWN, PUD_UP = _gpio.PUD_OFF, _gpio.PUD_DOWN, _gpio.PUD_UP
RISING, FALLING, BOTH = _gpio.RISING, _gpio.FALLING, _gpio.BOTH
SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = _gpio.SERIAL, _gpio.SPI, _gpio.I2C, _gpio.HARD_PWM, _gpio.UNKNOWN
VERSION, PWM = _gpio.VERSION, _gpio.PWM
RPI_REVISION = 3
RPI_INFO = {"P1_REVISION": 3, "RAM": "1G", "REVISION": "a020d3", "TYPE": "Pi 3 Model B+", "PROCESSOR": "BCM2837"}

_header = _gpio.Header(_raspberry())
setmode, getmode, setwarnings = _header.setmode, _header.getmode, _header.setwarnings
setup, output, input, cleanup = _header.setup, _header.output, _header.input, _header.cleanup
gpio_function = _header.gpio_function
add_event_detect, remove_event_detect = _header.add_event_detect, _header.remove_event_detect
add_event_callback, event_detected = _header.add_event_callback, _header.event_detected
wait_for_edge = _header.wait_for_edge
