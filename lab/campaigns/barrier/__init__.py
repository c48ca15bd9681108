"""The campaign `barrier`: is a card ever revealed early?"""
