"""Named tuples, and the type of anything, without the module `typing`, whose import costs a hook a third of a bare Python's start.

For a type checker `Record` is `typing.NamedTuple`; at run time it makes the same of the same class body.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any as Anything
    from typing import NamedTuple as Record
else:
    Anything = object

    class _Maker(type):
        """Makes a named tuple of a class body: its annotations are the fields, its values the defaults, the rest stays."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = list(body.get("__annotations__", ()))
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # noqa: PYI024 # that is what this is for
            for key, value in body.items():
                if key not in fields and key not in {"__annotations__", "__module__", "__qualname__"}:
                    setattr(made, key, value)
            return made

    class Record(metaclass=_Maker):
        """The base to derive from."""

__all__ = ["Anything", "Record"]
