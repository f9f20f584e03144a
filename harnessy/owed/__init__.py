"""Owed: what a doctrine says must be written, counted and stated, done from its words. Reads and writes files."""
