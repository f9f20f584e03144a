"""A table of the doctrine in another file (HN807).

## What it does

Compares the tables of the Markdown files that changed with those of the doctrine: the same head and two of its rows or more.
Only `lint --since` and `lint --staged` look for it.

## Why it is bad

The copy does not change with the doctrine, and whoever reads it obeys an old one.

## Example

```markdown other
# Notes

| Cook | Heat |
|---|---|
| `ana` | `hot` |
| `bo` | `mild` |
```

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
```

```markdown
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
```

Underlined: `| Cook | Heat |`

## Instead

```markdown other
# Notes

See the table of cooks.
```

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
```

```markdown
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
```
"""
