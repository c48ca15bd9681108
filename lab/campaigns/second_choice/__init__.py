"""The campaign `second-choice`: does a seat ever choose a card while it sees the other's?"""
