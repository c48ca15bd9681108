"""The campaign `leak`: does any output of the table depend on the hidden card?"""
