"""Doctrine of any length, in invented words: so many rooms, each with names, a scale, caps and a table of its own."""

from __future__ import annotations

_ROOM = """
# Room {n}

| Scale | Lowest to highest |
|---|---|
| Skill{n} | `helper{n}` < `baker{n}` < `master{n}` |

| Fact | Kind | Values | Stated by |
|---|---|---|---|
| asked{n} | Skill{n} | | tool |
| dough{n} | word | `rye{n}`, `wheat{n}`, `spelt{n}`, `oat{n}` | tool |
| loaves{n} | number | | tool |

## Stations of room {n}

| Station | `master{n}` | `baker{n}` | `helper{n}` |
|---|---|---|---|
| Oven{n} | proceed | proceed | ask |
| Counter{n} | proceed | ask | ask |
| Cellar{n} | ask | stop | stop |

The effective skill{n} is `min(asked{n}, cap{n})`.
A missing asked{n} means `helper{n}`.

| Dough{n} | Cap{n} |
|---|---|
| `rye{n}`, `wheat{n}` | `master{n}` at Loaves{n} ≤ 40; `baker{n}` above |
| `spelt{n}`, `oat{n}` | `baker{n}` |

- Never burn bread in oven{n}.
"""


def house(rooms: int) -> str:
    """A document with so many rooms."""
    return "".join(_ROOM.format(n=number) for number in range(1, rooms + 1))
