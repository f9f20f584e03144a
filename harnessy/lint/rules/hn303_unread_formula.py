"""A formula that is not understood (HN303).

## What it does

Finds a formula, in the Formula column of a table of symbols or in a block of code with other formulas, that cannot be
read, or that names something that no record, no fact and no other formula tells.

## Why it is bad

What rests on it has no value, so that nothing is kept on the strength of it.

## Example

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| a | share of ripe plums | `ripe / (all plums` |
```

Underlined: `` `ripe / (all plums` ``

## Instead

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| a | share of ripe plums | `ripe / (all plums)` |
```
"""
