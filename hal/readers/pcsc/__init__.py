"""Readers behind PC/SC, such as an ACR122U: the system's own daemon speaks to them, and this to the daemon."""
