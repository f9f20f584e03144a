"""A table that is none (HN103).

## What it does

Finds the line of dashes below a header where it does not make a table: it has another number of columns than the
header, or is not written as Markdown asks.

## Why it is bad

The whole table becomes a paragraph. None of its rules is read, and on the page it looks odd at best.

## Example

```markdown
| Stop | Low | High |
|---|---|
| Tasting | ask | go |
```

Underlined: `|---|---|`

## Instead

```markdown
| Stop | Low | High |
|---|---|---|
| Tasting | ask | go |
```
"""
