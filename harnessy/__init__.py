"""harnessy: doctrine in Markdown, compiled into a rule graph that answers checkpoint questions."""

__version__ = "0.1.0"
