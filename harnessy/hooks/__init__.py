"""Hooks: a host's tool call in, the answer of the doctrine in the host's words out.

`entry.py` is what a host starts. It and what it imports up to the first guarded operation (`run`, `places`, `pinned`, `session`,
`verdict`, a host) load nothing heavy: a hook runs on every tool call.
"""
