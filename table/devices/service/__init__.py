"""The table as a service of systemd: its messages to the manager, and the files that `make install` puts in place."""
