"""A fall that the log demands and the edit leaves out (HN802).

## What it does

Looks for rows of the log that lower something by the rule of the doctrine before the edit, where the edit does not lower it.
Only `lint --since` and `lint --staged` look for it.

## Why it is bad

Until the table says so, nothing falls: agents go on with what they lost.

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
| 2031-04-01 | hull | rigging | sunk |
```

```markdown
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

More to come.
```

Underlined: `` `tended` ``

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
| 2031-04-01 | hull | rigging | sunk |
```

```markdown
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `watched` | lowered 2031-05-01 on `hull` |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
Each move is a dated edit of the table and cites its rows.

More to come.
```
"""
