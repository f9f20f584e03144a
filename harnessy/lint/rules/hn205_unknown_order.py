"""A scale that is compared and has no known order (HN205).

## What it does

Finds scales on which something is *at most*, *above* or the lower of two, though nothing tells which member is lower.
An order is known where a table declares it. It is inferred where the rows of a table of verdicts that hold at each
member nest, or where the guards of one cell tile.

## Why it is bad

Order of mention is no order of rank. A guess would turn a limit round.

## Example

```markdown
| Scale | Members |
|---|---|
| Heat | `mild`, `warm`, `hot` |

| Fact | Kind |
|---|---|
| dial | Heat |

| Stop | Verdict |
|---|---|
| Tasting | ask if dial ≥ `warm` |
```

Underlined: `Heat`

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` < `hot` |

| Fact | Kind |
|---|---|
| dial | Heat |

| Stop | Verdict |
|---|---|
| Tasting | ask if dial ≥ `warm` |
```
"""
