"""A name that is gone and still used (HN806).

## What it does

Looks for names that the doctrine knew before an edit and no longer knows, or that lost the row that decided for them (a grant, a
cap), in the sentences and cells that stand there still: all words of a name of several, a code span of a name of one.
Only `lint --since` and `lint --staged` look for it.

## Why it is bad

A sentence about what is gone decides nothing any more, and reads as if it did.

## Example

```markdown before
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `hot` |

| Fact | Kind | Values |
|---|---|---|
| cook | word | `ana`, `bo` |

| Cook | Heat |
|---|---|
| `ana` | `hot` |
| `bo` | `mild` |

`bo` works on Mondays.
```

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `hot` |

| Fact | Kind | Values |
|---|---|---|
| cook | word | `ana` |

| Cook | Heat |
|---|---|
| `ana` | `hot` |

`bo` works on Mondays.
```

Underlined: `` `bo` works on Mondays. ``

## Instead

```markdown before
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `hot` |

| Fact | Kind | Values |
|---|---|---|
| cook | word | `ana`, `bo` |

| Cook | Heat |
|---|---|
| `ana` | `hot` |
| `bo` | `mild` |

`bo` works on Mondays.
```

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `hot` |

| Fact | Kind | Values |
|---|---|---|
| cook | word | `ana` |

| Cook | Heat |
|---|---|
| `ana` | `hot` |
```
"""
