"""Modules that replace the Pi's own under their own names. This folder is put into a program's path."""
