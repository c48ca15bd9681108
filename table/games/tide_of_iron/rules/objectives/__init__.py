"""Objectives: who controls them, and the command and points that they give."""
