"""What runs on the Pico: MicroPython, importable by CPython too."""
