"""A second doctrine below the first (HN811).

## What it does

Looks for a file that an edit brings and that is found as doctrine in a folder below the one where the doctrine is found: an
`AUTONOMY.md`, a `program.md`, a page in a folder `doctrine`. Only `lint --since` and `lint --staged` look for it.

## Why it is bad

The nearest doctrine is asked. Whoever works in that folder obeys the new one, which owes nothing to the first.

## Example

```markdown nearer
# Cellar

| Cook | Heat |
|---|---|
| `ana` | `hot` |
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

Underlined: `Cellar`

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
