"""A comment to leave something alone without code, day or reason (HN502).

## What it does

Finds comments to this linter that do not name a code that there is, a day and a reason. They leave nothing alone.

## Why it is bad

Nobody can tell what was looked at, when, and whether the reason still holds.

## Example

```markdown
<!-- harnessy: ignore -->

Bread comes from the mill.
```

Underlined: `<!-- harnessy: ignore -->`

## Instead

```markdown
Bread comes from the mill.
```
"""
