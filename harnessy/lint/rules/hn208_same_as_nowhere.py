"""A `same as` that leads nowhere (HN208).

## What it does

Finds cells that point to another cell which points back, or to themselves.

## Why it is bad

No cell holds a verdict then.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Stop | `mild` | `warm` |
|---|---|---|
| Tasting | ask | same as `warm` |
```

Underlined: ``same as `warm` ``

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Stop | `mild` | `warm` |
|---|---|---|
| Tasting | ask | same as `mild` |
```
"""
