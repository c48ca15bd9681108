"""This campaign counts the forgeries of a match file that both verifiers find."""
