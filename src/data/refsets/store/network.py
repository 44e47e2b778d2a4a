"""Whether a folder lies on another machine, where processes cannot share memory over a file."""

import os
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")

KINDS = (
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "gpfs",
    "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.s3fs", "fuse.rclone", "davfs", "virtiofs",
)  # fmt: skip
"""File systems whose locks and shared memory do not reach all that may open the file."""


def network_kind(path: Path, mounts: Path = MOUNTS) -> str | None:
    """What kind of network the path lies on; ``None`` where it is on this machine, or unknown."""
    place = os.path.realpath(path)
    longest, kind = "", None
    try:
        lines = mounts.read_text(errors="surrogateescape").splitlines()
    except OSError:
        return None
    for line in lines:
        before, _, after = line.partition(" - ")
        point = _unescaped(before.split()[4])
        inside = place == point or place.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(longest):
            longest, kind = point, after.split()[0]
    return kind if kind in KINDS else None


def _unescaped(point: str) -> str:
    for code, letter in ((r"\040", " "), (r"\011", "\t"), (r"\012", "\n"), (r"\134", "\\")):
        point = point.replace(code, letter)
    return point
