"""A Debian machine in QEMU in which the table runs as it is installed, and the world around it."""
