"""Source: text with offsets in, spans and diagnostics out; knows nothing of Markdown or doctrine."""

from harnessy.source.diagnostic import Diagnostic, Label, Severity, nearest
from harnessy.source.text import Source, Span

__all__ = ["Diagnostic", "Label", "Severity", "Source", "Span", "nearest"]
