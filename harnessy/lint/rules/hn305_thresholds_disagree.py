"""A threshold that is stated twice, with two numbers (HN305).

## What it does

Finds two arrows that compare the same thing in the same way, come to the same and differ in the number.

## Why it is bad

Whoever edits one of them leaves the other as it was, and the two say different things of what lies between.

## Example

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a jar | a^2 |

The gain ΔG is the difference of two grades.

- ΔG > 0.05 → keep
- If ΔG > 0.08 → keep
```

Underlined: `If ΔG > 0.08 → keep`

## Instead

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a jar | a^2 |

The gain ΔG is the difference of two grades.

- ΔG > 0.05 → keep
```
"""
