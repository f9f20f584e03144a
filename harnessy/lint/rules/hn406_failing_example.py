"""An example whose answer is another one (HN406).

## What it does

`harnessy test` asks each row of the tables below a heading such as *Examples* and compares the answer with the one that
the row expects. One column names what is asked, the others are facts: a cell holds the value, nothing where the fact is
not stated, `none` where it is absent, `yes` where it is set. The answer is an effect (go, hold, halt, n/a), an outcome
(missing, silent, conflict, clear), acts, or the value of a quantity. A column *Cites* names a rule or words that must
stand in a rule that decided.

## Why it is bad

Either the edit changed what somebody relied on, or the example is out of date.

## Example

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | proceed if guests < 9; ask if guests ≥ 9 |

## Examples

| Stop | Guests | Answer |
|---|---|---|
| Tasting | 8 | go |
| Tasting | 9 | go |
```

Underlined: `go`

## Instead

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | proceed if guests < 9; ask if guests ≥ 9 |

## Examples

| Stop | Guests | Answer |
|---|---|---|
| Tasting | 8 | go |
| Tasting | 9 | ask |
```
"""
