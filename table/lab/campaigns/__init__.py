"""Attacks that take minutes to hours:

A great many tries under bad conditions, counted, each with a control that must fail.
"""
