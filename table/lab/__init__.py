"""What developers measure and attack the table with. No player starts it, and the program never imports it."""
