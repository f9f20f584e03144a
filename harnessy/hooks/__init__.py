"""Hooks: a host's tool call in, the answer of the doctrine in the host's words out."""
