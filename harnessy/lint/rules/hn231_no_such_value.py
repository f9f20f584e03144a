"""A word that a listing does not take (HN231).

## What it does

Finds rows of a table of phrases whose direction is none, and rows of a table of statuses whose standing is none.

## Why it is bad

The row says nothing then: a phrase that nobody reads links no issues, and what should wait does not.

## Example

```markdown
| Phrase | Direction |
|---|---|
| leans on | beside |
```

Underlined: `beside`

## Instead

```markdown
| Phrase | Direction |
|---|---|
| leans on | after |
```
"""
