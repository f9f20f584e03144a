"""A comment that leaves nothing alone (HN501).

## What it does

Finds comments `<!-- harnessy: ignore CODE DAY why -->` where no warning or note of that code is found on their line or in
the block below them. Errors are never left alone.

## Why it is bad

It hides the next fault of that kind, which nobody has looked at.

## Example

```markdown
<!-- harnessy: ignore HN313 2031-05-01 the list is being written -->

Bread comes from the mill.
```

Underlined: `<!-- harnessy: ignore HN313 2031-05-01 the list is being written -->`

## Instead

```markdown
Bread comes from the mill.
```
"""
