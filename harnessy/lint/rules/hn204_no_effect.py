"""A word that is no effect (HN204).

## What it does

Finds rows of a table of acts whose effect is none of go, hold, halt, neutral and n/a.

## Why it is bad

The act is not known then. What does not know its act holds, wherever it is used.

## Example

```markdown
| Act | Effect |
|---|---|
| taste | maybe |
```

Underlined: `maybe`

## Instead

```markdown
| Act | Effect |
|---|---|
| taste | hold |
```
"""
