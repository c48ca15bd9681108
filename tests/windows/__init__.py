"""The program in a world without what CPython on Windows lacks: see `world/sitecustomize.py`."""
