"""Quotes or lists that nest too deep (HN106).

## What it does

Finds lists and quotes that stand in one another so deep that they can no longer be told apart.

## Why it is bad

Past that depth readers of Markdown lose text, each at another place.

## Example

```markdown
>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> salt
```

Underlined: `>>>>>>>>>>>>>>>>>> salt`

## Instead

```markdown
> salt
```
"""
