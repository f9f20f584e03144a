"""A line that a table swallows (HN105).

## What it does

Finds a line without a pipe right below a table. Markdown takes it for one more row.

## Why it is bad

The sentence becomes the first cell of a row, and so the name of something, and is no longer a rule.

## Example

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |
The cook decides.
```

Underlined: `The cook decides.`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

The cook decides.
```
"""
