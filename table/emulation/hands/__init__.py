"""The performer of acts at an emulated table, and bots that play by such acts only."""
