"""A row with too few cells (HN102).

## What it does

Finds rows that have fewer cells than their header. Readers of Markdown fill the row up with empty cells.

## Why it is bad

The missing cell need not be the last one: if one in the middle was lost, all that follow stand below the wrong heading.

## Example

```markdown
| Stop | Low | High |
|---|---|---|
| Tasting | ask |
```

Underlined: `| Tasting | ask |`

## Instead

```markdown
| Stop | Low | High |
|---|---|---|
| Tasting | ask | go |
```
"""
