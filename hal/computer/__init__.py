"""Every difference between Linux, macOS and Windows that the program needs.

Each module checks for a feature, not for a name: any system without Unix sockets gets another transport. No code
outside this package checks the operating system.
"""
