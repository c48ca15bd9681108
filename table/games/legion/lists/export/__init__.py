"""A list back to the JSON and the link that list builders take."""
