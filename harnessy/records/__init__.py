"""Records: the files of a ledger, read, written and chosen from; the only place that touches them."""
