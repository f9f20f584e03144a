"""Commands that typer reads: a function with annotated parameters in, a run with our errors and exit codes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import typer

from harnessy.api import UsageError


def run(function: Callable[..., int], name: str, argv: Sequence[str]) -> int:
    """Run a function as the command `name`; its docstring is the help page. Raises UsageError for bad arguments."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(function)
    try:
        code = typer.main.get_command(app).main(list(argv), prog_name=f"harnessy {name}", standalone_mode=False)
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # the library would end with 1, as for findings
            raise ended.__context__ from None
        raise
    except Exception as error:
        message = getattr(error, "format_message", None)  # every complaint of the parser has it, whichever class it is
        if message is None:
            raise
        raise UsageError(_lowered(message()), f"`harnessy {name} --help` shows what it takes") from None
    return code if isinstance(code, int) else 0


def _lowered(message: str) -> str:
    plain = " ".join(message.replace("Value error, ", "").split()).rstrip(".").replace("'", "`")
    return plain[:1].lower() + plain[1:]
