"""Render: a decision or report in, text out; a module per format, no IO."""
