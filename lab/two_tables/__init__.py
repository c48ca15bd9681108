"""The model of a match between two tables (`docs/develop/two_tables.md`), checked by Debian's spin."""
