"""Does anything that leaves the table differ with the hidden card?"""
