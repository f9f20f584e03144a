"""A row of the log that is changed or gone (HN809).

## What it does

Compares the rows of the log before and after the edit: the old ones must stand there still, in their order. Only `lint --since`
and `lint --staged` look for it.

## Why it is bad

Rows are what raises and lowers; whoever can take one back can give everything.

## Example

```markdown before
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging`, `gilding` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
The log is append-only.
```

```markdown log before
| day | job | trade | outcome |
|---|---|---|---|
| 2031-04-01 | hull | rigging | sunk |
```

```markdown log
| day | job | trade | outcome |
|---|---|---|---|
| 2031-04-01 | hull | rigging | launched |
```

```markdown
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging`, `gilding` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
The log is append-only.
```

Underlined: `| 2031-04-01 | hull | rigging | launched |`

## Instead

```markdown before
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging`, `gilding` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
The log is append-only.
```

```markdown log before
| day | job | trade | outcome |
|---|---|---|---|
| 2031-04-01 | hull | rigging | launched |
```

```markdown log
| day | job | trade | outcome |
|---|---|---|---|
| 2031-04-01 | hull | rigging | launched |
| 2031-04-02 | mast | rigging | launched |
```

```markdown
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging`, `gilding` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
The log is append-only.
```
"""
