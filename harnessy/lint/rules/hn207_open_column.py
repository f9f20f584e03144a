"""Columns that compare nobody knows what (HN207).

## What it does

Finds tables of verdicts whose columns are the members of a scale from which several facts, or several functions, take
their values.

## Why it is bad

Which of them picks the column is open, and a guess would let the freer one pick.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind |
|---|---|
| dial | Heat |
| stove | Heat |

| Stop | `mild` | `warm` |
|---|---|---|
| Tasting | go | ask |
```

Underlined: ``| Stop | `mild` | `warm` |``

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind |
|---|---|
| dial | Heat |
| stove | Heat |

The working heat is `min(dial, stove)`.

| Stop | `mild` | `warm` |
|---|---|---|
| Tasting | go | ask |
```
"""
