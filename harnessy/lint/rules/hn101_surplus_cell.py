r"""A cell without a column (HN101).

## What it does

Finds rows with more cells than their header. Readers of Markdown drop the surplus cells without a word.

## Why it is bad

What stands in a dropped cell is seen by whoever edits the page and by nobody else. An unescaped pipe also moves every
cell behind it one column to the right, so that verdicts end up below the wrong heading.

## Example

```markdown
| Stop | Verdict | Why |
|---|---|---|
| Tasting | ask | soup | salad |
```

Underlined: `salad`

## Instead

```markdown
| Stop | Verdict | Why |
|---|---|---|
| Tasting | ask | soup \| salad |
```
"""
