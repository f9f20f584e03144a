"""Something that a run owes is gone or changed (HN812).

## What it does

Compares the tables that say what a question, a write-up, a pull request or a queue must hold and ask, before and after the edit.
What is new, or always needed now, is none. Only `lint --since` and `lint --staged` look for it.

## Why it is bad

People read these parts to decide; an edit that takes one away leaves them less to see.

## Example

```markdown before
# Bakery

| PR body part | Given as | Holds | Needed |
|---|---|---|---|
| crumb | `--crumb` | one of `OPEN`, `TIGHT` | always |
| crust | `--crust` | | oven is `HOT` |
```

```markdown
# Bakery

| PR body part | Given as | Holds | Needed |
|---|---|---|---|
| crust | `--crust` | | oven is `HOT` |
```

Underlined: `Bakery`

## Instead

```markdown before
# Bakery

| PR body part | Given as | Holds | Needed |
|---|---|---|---|
| crumb | `--crumb` | one of `OPEN`, `TIGHT` | always |
| crust | `--crust` | | oven is `HOT` |
```

```markdown
# Bakery

| PR body part | Given as | Holds | Needed |
|---|---|---|---|
| crumb | `--crumb` | one of `OPEN`, `TIGHT` | always |
| crust | `--crust` | | always |
| salt | `--salt` | a number | always |
```
"""
