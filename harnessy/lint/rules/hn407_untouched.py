"""A rule that no example touches (HN407).

## What it does

`harnessy test --cover` lists the rules that no example cites, and the comparisons of which the examples see one side
only: all of them lie above the number, say, and none at it or below.

## Why it is bad

An edit of such a rule changes no example, so nothing tells when it goes wrong. It is a note and fails nothing.

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
```

Underlined: `ask if guests ≥ 9`

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
