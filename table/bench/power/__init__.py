"""The plug of the host, pulled at every write: what the disk may hold then, opened with the code that ships."""
