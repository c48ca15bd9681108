"""The packages of the extras, to name a missing one."""

HALL = "aiomqtt"
"""The package of the extra `hall`."""
