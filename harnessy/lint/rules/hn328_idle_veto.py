"""A broken veto that stops nothing (HN328).

## What it does

Finds a sentence that says what follows when a veto is broken, and keeps the candidate, or only logs or tells something.

## Why it is bad

A veto is a limit that no score makes up for. One that keeps what breaks it is none, and whoever reads its heading takes it
for one. Nothing is kept by a page that says so.

## Example

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a jar | a^2 |

The gain ΔG is the difference of two grades.

- If ΔG > 0.05 → keep
- If ΔG ≤ 0.05 → revert
- If any veto fails → keep

## Vetoes

- **Cracks**: must be at most 2
```

Underlined: `If any veto fails → keep`

## Instead

```markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a jar | a^2 |

The gain ΔG is the difference of two grades.

- If ΔG > 0.05 → keep
- If ΔG ≤ 0.05 → revert
- If any veto fails → revert

## Vetoes

- **Cracks**: must be at most 2
```
"""
