"""Keywords of units with rules of their own, a module for each. `keyword_table` lists them."""
