"""The table as a service of systemd: what it tells the manager, and the files that `make install` puts in place."""
