"""What an archive holds, by name. Loaded for commands that unpack one."""

from __future__ import annotations

import os
import tarfile
import zipfile

from harnessy.guard.model import HOLE

_LARGEST = 1 << 25


def holds(path: str) -> tuple[str, ...] | None:
    """The names of the files in an archive; a hole for one that cannot be read or is too large, None for no file."""
    if not os.path.isfile(path):  # noqa: PTH113
        return None
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                return tuple(packed.namelist())
        if os.stat(path).st_size > _LARGEST:  # noqa: PTH116
            return (HOLE,)
        with tarfile.open(path) as rolled:
            return tuple(part for member in rolled for part in (member.name, member.linkname) if part)
    except (OSError, tarfile.TarError, zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, ImportError):
        return (HOLE,)
    except Exception:  # noqa: BLE001 # packers have errors of their own, which they share no base for
        return (HOLE,)
