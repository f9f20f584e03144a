"""An empty cell (HN203).

## What it does

Finds cells of a table of verdicts that say nothing.

## Why it is bad

An empty cell is no verdict. Whoever asks gets no answer, and no weaker rule answers in its place.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `low` < `high` |

| Stop | `low` | `high` |
|---|---|---|
| Tasting | ask | |
```

Underlined: nothing

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `low` < `high` |

| Stop | `low` | `high` |
|---|---|---|
| Tasting | ask | ask |
```
"""
