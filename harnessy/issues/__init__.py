"""Issues from where people have them: what `gh` prints, a folder of tasks in Markdown, a repository by name."""

from harnessy.issues.model import Fault, Read
from harnessy.issues.read import read_issues

__all__ = ["Fault", "Read", "read_issues"]
