"""The configuration in the terms of the drivers."""
