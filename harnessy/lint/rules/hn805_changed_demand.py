"""What an edit owes is itself changed or gone (HN805).

## What it does

Compares the sentences about rises, falls and edits, before and after the edit. Only `lint --since` and `lint --staged` look
for it.

## Why it is bad

An edit that changes what edits owe could be followed by one that owes nothing.

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

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries since its last edit.
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
| `rigging` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 1 sound entries and no sunk entries since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
Each move is a dated edit of the table and cites its rows.
```

Underlined: `A reach may rise one step only when the log shows at least 1 sound entries and no sunk entries since its last edit.`

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

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries since its last edit.
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
| `rigging` | `tended` | set 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
Each move is a dated edit of the table and cites its rows.

More to come.
```
"""
