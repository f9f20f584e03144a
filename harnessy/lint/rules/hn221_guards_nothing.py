"""A row about commands that guards nothing (HN221).

## What it does

Finds rows of a table of operations or of protected paths without forms in code spans or without a subject, and rows of a table
of handling whose first cell names no way to handle a program; and heads that are nearly those of such a table.

## Why it is bad

The row looks as if it guarded something, and no hook ever finds it.

## Example

```markdown
| Operation | Recognised as | Subject |
|---|---|---|
| bake a loaf | oven bake | Baking |
```

Underlined: `| bake a loaf | oven bake | Baking |`

## Instead

```markdown
| Operation | Recognised as | Subject |
|---|---|---|
| bake a loaf | `oven bake` | Baking |
```
"""
