"""The real program, ended at any moment: is its end orderly, and what does a killed one leave?"""
