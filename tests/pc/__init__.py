"""The shipped program at a plain PC with two card readers, for `make pc`."""
