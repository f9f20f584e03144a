"""Values of two scales in one function (HN206).

## What it does

Finds `min(a, b)` and the like where the two take their values from different scales.

## Why it is bad

Members of different scales have no common order, so there is no lower one.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |
| Size | `tiny` < `huge` |

| Fact | Kind |
|---|---|
| dial | Heat |
| pot | Size |

The working heat is `min(dial, pot)`.
```

Underlined: ``The working heat is `min(dial, pot)` ``

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
```
"""
