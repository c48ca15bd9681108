"""Campaigns: attacks on the table that take minutes to hours.

Each makes many tries under bad conditions, and has a control that must fail.
"""
