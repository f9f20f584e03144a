"""Examples that cannot be asked (HN209).

## What it does

Finds tables of examples in which no column tells what is asked, and rows without a subject or an answer.

## Why it is bad

`harnessy test` cannot ask such a row, so an edit that breaks it goes unnoticed.

## Example

```markdown
| Fact | Kind |
|---|---|
| heat | number |

## Examples

| Heat | Answer |
|---|---|
| 3 | ask |
```

Underlined: `| Heat | Answer |`

## Instead

```markdown
| Fact | Kind |
|---|---|
| heat | number |

| Stop | Verdict |
|---|---|
| Tasting | ask |

## Examples

| Stop | Heat | Answer |
|---|---|---|
| Tasting | 3 | ask |
```
"""
