"""Words inside HTML (HN107).

## What it does

Finds blocks of HTML that hold words which people see.

## Why it is bad

They are not read: a rule inside `<details>` or `<div>` looks like every other rule and decides nothing.

## Example

```markdown
<details><summary>Never serve raw flour.</summary></details>
```

Underlined: `<details><summary>Never serve raw flour.</summary></details>`

## Instead

```markdown
<details>

The kitchen closes late.

</details>
```
"""
