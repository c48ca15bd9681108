"""The program without what CPython on Windows lacks."""
