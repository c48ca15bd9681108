"""Is a card ever revealed early, in whatever order things happen?"""
