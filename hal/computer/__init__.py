"""The computer under the table: every difference between Linux, macOS and Windows that the program has to know.

Each module asks for what the system offers, not for its name: a system without Unix sockets gets another transport,
whatever it is called. Nothing outside this package asks which system it runs on.
"""
