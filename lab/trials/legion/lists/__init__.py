"""Lists of Legion by the thousand, as list builders write them, and what the reader makes of them."""
