"""A value that one place shows and another denies (HN306).

## What it does

Finds the field of a record that has a word which a sentence says there is none of, or more than two where it is said to be binary.

## Why it is bad

Whoever reads the record takes the value for a good one, and whoever reads the sentence does not.

## Example

```markdown
After each tasting, append a jar record to `jars.ndjson`:

~~~json
{ "verdict": "keep|revert|later", "weight": 3 }
~~~

No "later" state — verdict is always binary.
```

Underlined: `"verdict":`

## Instead

```markdown
After each tasting, append a jar record to `jars.ndjson`:

~~~json
{ "verdict": "keep|revert", "weight": 3 }
~~~

No "later" state — verdict is always binary.
```
"""
