"""Keywords of units, a module for each that has rules of its own."""
