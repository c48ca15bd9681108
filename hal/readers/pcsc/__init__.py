"""Readers behind PC/SC, such as an ACR122U: the system's daemon controls them, and this package talks to the daemon."""
