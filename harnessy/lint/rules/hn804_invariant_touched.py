"""A rule that no other may loosen is changed or gone (HN804).

## What it does

Compares the rules that only tighten, before and after the edit. Only `lint --since` and `lint --staged` look for it.

## Why it is bad

No row of a table, no grant and no flag can do what this edit does.

## Example

```markdown before
# Yard

## Hard rules

- Never touch the keel.
```

```markdown
# Yard

## Hard rules

- Never touch the rudder.
```

Underlined: `- Never touch the rudder.`

## Instead

```markdown before
# Yard

## Hard rules

- Never touch the keel.
```

```markdown
# Yard

## Hard rules

- Never touch the keel.
- Never touch the mast.
```
"""
