"""What findings are kept in, in memory."""

from dataclasses import dataclass, field


@dataclass
class Memory:
    """Bytes by key."""

    content: dict[str, bytes] = field(default_factory=dict)

    def get(self, key: str) -> bytes | None:
        """What was put."""
        return self.content.get(key)

    def put(self, key: str, content: bytes) -> None:
        """Keep it."""
        self.content[key] = content
