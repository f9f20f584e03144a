"""A rise without the rows that it takes (HN801).

## What it does

Counts the rows of the log as `harnessy calibrate` does, by the rule of the doctrine before the edit, wherever the edit raises
what the log moves. Only `lint --since` and `lint --staged` look for it.

## Why it is bad

An edit would give agents what only a record of good runs may give them.

## Example

```markdown before
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
Each move is a dated edit of the table and cites its rows.
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
| `rigging` | `free` | raised 2031-05-01 on `hull` and `mast` |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
Each move is a dated edit of the table and cites its rows.
```

Underlined: `` `free` ``

## Instead

```markdown before
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
Each move is a dated edit of the table and cites its rows.
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
| `rigging` | `free` | raised 2031-05-01 on `hull` and `mast` |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
Each move is a dated edit of the table and cites its rows.
```
"""
