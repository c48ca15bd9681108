"""Pull the host's plug at every write, and open the disk with the shipping code."""
