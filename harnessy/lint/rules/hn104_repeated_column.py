"""Two columns of one name (HN104).

## What it does

Finds a header in which a name stands twice. Letter case and spaces make no difference.

## Why it is bad

Which of the two columns a rule, an example or a reader means is open.

## Example

```markdown
| Stop | Low | Low |
|---|---|---|
| Tasting | ask | go |
```

Underlined: `Low`

## Instead

```markdown
| Stop | Low | High |
|---|---|---|
| Tasting | ask | go |
```
"""
