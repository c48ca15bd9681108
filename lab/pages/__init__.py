"""Write the pages of the documentation that are generated from code and words."""
