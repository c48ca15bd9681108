"""A hall of tables: what a table tells through a broker, and the program of those who look after all of them."""
