"""Modules with the names of the Pi's own, which they replace. This folder is put into a program's path."""
