"""Ledger: what runs left behind in; what it comes to out. Does no IO and asks no clock."""
