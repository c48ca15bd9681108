"""The plug of the host is pulled at every write; the disk is then opened with the code that ships."""
