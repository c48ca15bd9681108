"""The campaign of phones: what others send in a phone's place, and what a listener learns of one."""
