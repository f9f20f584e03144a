"""A comment that never ends (HN108).

## What it does

Finds `<!--` without `-->` behind it.

## Why it is bad

All that follows belongs to the comment, to the end of the file, and is not read.

## Example

```markdown
The kitchen closes late.

<!-- to do: the rest

## Stops
```

Underlined: `<!-- to do: the rest`

## Instead

```markdown
The kitchen closes late.

<!-- to do: the rest -->

## Stops
```
"""
