"""How many forgeries of a match file do both verifiers find?"""
