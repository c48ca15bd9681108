"""Modules that stand in for the Pi's own under their own names. This folder is put into a program's path."""
