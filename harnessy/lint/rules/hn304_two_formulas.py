"""Two formulas for one name (HN304).

## What it does

Finds a name that two formulas define, where nothing says when the one and when the other applies.

## Why it is bad

Which of them is meant cannot be known, so neither is used.

## Example

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a jar | a^2 |
| G | mark of a jar | a^3 |
```

Underlined: `a^3`

## Instead

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a jar | a^2 |
| M | mark of a jar | a^3 |
```

Formulas of several layers stand under headings that number them: `Stage 1`, `Stage 2 (from 10 jars on)`.
"""
