"""A decision that leaves less to a person than before (HN808).

## What it does

Decides every case of what the log's quantity limits before and after the edit, its own table aside. Only `lint --since` and
`lint --staged` look for it. A comment of the same edit that leaves HN808 alone, with a day and a name, records who approved it.

## Why it is bad

A level that rises by its rows can be had without them by an edit of anything else: a cell, a default, a formula, a heading.

## Example

```markdown before
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Fact | Kind | Values |
|---|---|---|
| wish | Berth | |
| trade | word | `rigging`, `gilding` |

| Step | `free` | `tended` | `watched` |
|---|---|---|---|
| Leave the dock | proceed | ask | ask |

The berth given is `min(wish, reach)`.

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `tended` | started 2031-03-01 |
| `gilding` | `free` | started 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
```

```markdown
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Fact | Kind | Values |
|---|---|---|
| wish | Berth | |
| trade | word | `rigging`, `gilding` |

| Step | `free` | `tended` | `watched` |
|---|---|---|---|
| Leave the dock | proceed | proceed, if the chain is up | ask |

The berth given is `min(wish, reach)`.

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `tended` | started 2031-03-01 |
| `gilding` | `free` | started 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
```

Underlined: `proceed, if the chain is up`

## Instead

```markdown before
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Fact | Kind | Values |
|---|---|---|
| wish | Berth | |
| trade | word | `rigging`, `gilding` |

| Step | `free` | `tended` | `watched` |
|---|---|---|---|
| Leave the dock | proceed | ask | ask |

The berth given is `min(wish, reach)`.

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `tended` | started 2031-03-01 |
| `gilding` | `free` | started 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
```

```markdown
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Fact | Kind | Values |
|---|---|---|
| wish | Berth | |
| trade | word | `rigging`, `gilding` |

| Step | `free` | `tended` | `watched` |
|---|---|---|---|
| Leave the dock | proceed | wait | ask |

The berth given is `min(wish, reach)`.

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `tended` | started 2031-03-01 |
| `gilding` | `free` | started 2031-03-01 |

| Outcome | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
```
"""
