"""The packages of the extras, to name them where one is missing."""

HALL = "aiomqtt"
"""The package of the extra `hall`."""
