"""A hall of tables: the events that each table sends through a broker, and the program that shows all tables."""
