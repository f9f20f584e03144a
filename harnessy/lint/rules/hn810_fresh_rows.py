"""A rise on rows that the same edit brings (HN810).

## What it does

Names the rows of the log that a rise rests on and that were not there before the edit. Only `lint --since` and `lint --staged`
look for it. It is a note: such an edit is no fault.

## Why it is bad

Nobody but the edit's author has seen these rows.

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
| `rigging` | `free` | set 2031-03-01, raised 2031-05-01 on hull and mast |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
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
```

```markdown log before
| day | job | trade | outcome |
|---|---|---|---|
| 2031-04-01 | hull | rigging | launched |
| 2031-04-02 | mast | rigging | launched |
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
| `rigging` | `free` | set 2031-03-01, raised 2031-05-01 on hull and mast |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
```
"""
