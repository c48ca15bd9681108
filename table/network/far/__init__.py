"""The program that carries the sealed frames of a match at two tables, between a table's socket and an MQTT broker."""
