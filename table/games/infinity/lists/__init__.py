"""Infinity's lists: army codes of the publisher's builder, and a plain file of our own."""
