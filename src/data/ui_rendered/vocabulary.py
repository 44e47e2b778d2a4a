"""Words of pages: names, headings, sentences, files, numbers; put together by chance."""

import numpy as np

SUBJECTS = (
    "river", "budget", "garden", "meeting", "harbour", "lantern", "report", "bicycle", "forest",
    "invoice", "kitchen", "orbit", "museum", "pottery", "station", "village", "weather", "archive",
    "bridge", "concert", "festival", "glacier", "journal", "library", "market", "notebook",
    "orchard", "planet", "quarter", "recipe", "summer", "ticket", "valley", "winter", "workshop",
)  # fmt: skip
QUALITIES = (
    "new", "old", "quiet", "final", "shared", "local", "annual", "simple", "open", "early", "late",
    "red", "blue", "golden", "small", "large", "monthly", "private", "public", "recent", "hidden",
)  # fmt: skip
DEEDS = (
    "open", "save", "print", "share", "move", "copy", "rename", "export", "import", "undo", "redo",
    "find", "replace", "zoom in", "zoom out", "select all", "cut", "paste", "insert row", "close",
    "delete", "format", "sort", "filter", "group", "merge", "split", "lock", "refresh", "preview",
    "download", "upload", "reply", "forward", "archive", "mark as read", "follow", "subscribe",
)  # fmt: skip
MENUS = (
    "File", "Edit", "View", "Insert", "Format", "Styles", "Sheet", "Data", "Tools", "Window",
    "Help",
    "Selection", "Go", "Run", "Terminal", "Layer", "Colors", "Filters", "Image", "Table", "Slide",
    "Message", "Bookmarks", "History", "Options", "Settings", "Project", "Build", "Debug",
)  # fmt: skip
ACTIONS = (
    "OK", "Cancel", "Apply", "Save", "Close", "Help", "Next", "Back", "Done", "Skip", "Reset",
    "Continue", "Get started", "Sign up", "Log in", "Try now", "Learn more", "Not now", "Allow",
    "Deny", "Delete", "Discard", "Install", "Update", "Buy", "Add", "Send", "Search", "Browse…",
    "Create account", "Restore", "View all", "Start free trial", "Remind me later", "Maybe later",
)  # fmt: skip
SECTIONS = (
    "General", "Network", "Bluetooth", "Background", "Appearance", "Notifications", "Search",
    "Multitasking", "Applications", "Privacy", "Accounts", "Sharing", "Sound", "Power", "Displays",
    "Mouse", "Keyboard", "Printers", "Storage", "Colour", "Language", "Accessibility", "Users",
    "Date & time", "About", "Security", "Backup", "Updates", "Billing", "Team", "Profile",
)  # fmt: skip
PLACES = (
    "Inbox", "Drafts", "Sent", "Archive", "Junk", "Trash", "Home", "Desktop", "Documents",
    "Downloads", "Music", "Pictures", "Videos", "Starred", "Recent", "Templates", "Projects",
    "Explore", "Library", "Messages", "Wallet", "Orders", "Saved", "Discover", "Profile", "Feed",
)  # fmt: skip
LABELS = (
    "Name", "Email", "Password", "Full name", "Address", "City", "Country", "Phone", "Company",
    "Subject", "Width", "Height", "Position X", "Rotation", "Font size", "Line spacing", "Margin",
    "Orientation", "Format", "Master page", "Opacity", "Quality", "Frame rate", "Language",
    "Time zone", "Currency", "Promo code", "User name", "Description", "Resolution", "Scale",
)  # fmt: skip
OPTIONS = (
    "Show grid", "Snap to grid", "Word wrap", "Remember me", "Auto save", "Dark mode", "Use proxy",
    "Keep aspect ratio", "Show rulers", "Send usage data", "Enable sync", "Check spelling",
    "Highlight matches", "Match case", "Whole words only", "Regular expressions", "Notify me",
    "Master background", "Include hidden files", "Start at login", "Play sounds", "Allow tracking",
)  # fmt: skip
VALUES = (
    "None", "Default", "Automatic", "Landscape", "Portrait", "16:9", "A4", "Letter", "1920 × 1080",
    "English (UK)", "Deutsch", "Français", "UTC+01:00", "Medium", "High", "Custom", "PNG", "PDF",
    "Liberation Sans", "12 pt", "100 %", "Double", "Solid", "Left", "Centre", "Normal", "Heading 1",
)  # fmt: skip
PEOPLE = (
    "Ada Moreno", "Bo Lindqvist", "Chidi Okafor", "Dana Weiss", "Emre Kaya", "Fumiko Sato",
    "Goran Petrov", "Hana Novak", "Ines Duarte", "Jonas Berg", "Kavya Rao", "Liam Walsh",
    "Mei Tanaka", "Nils Aalto", "Olga Ivanova", "Pablo Ruiz", "Quinn Baker", "Rosa Lima",
)  # fmt: skip
ENDINGS = (
    "txt",
    "pdf",
    "odt",
    "ods",
    "png",
    "jpg",
    "csv",
    "zip",
    "py",
    "md",
    "mp3",
    "html",
    "json",
)
STREWN = (
    "the", "a", "of", "and", "with", "for", "near", "before", "after", "every", "this", "our",
    "can", "will", "now", "often", "shows", "keeps", "finds", "makes", "needs", "starts", "ends",
    "between", "across", "without", "under", "people", "time", "place", "water", "light", "paper",
)  # fmt: skip


SYLLABLES = (
    "ba", "co", "di", "fu", "ga", "hel", "in", "jo", "ka", "lu", "mi", "nor", "ol", "per", "qui",
    "ra", "sten", "to", "ur", "ve", "wo", "xi", "yan", "zel", "gry", "pfe", "ck", "ly", "th", "men",
)  # fmt: skip
LETTERS = tuple("ABCDEFGHKLMNOPRSTVWXZ")


class Vocabulary:
    """Draws words; the same generator gives the same words."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def of(self, words: tuple[str, ...]) -> str:
        """Any of them."""
        return words[int(self.rng.integers(len(words)))]

    def several(self, words: tuple[str, ...], count: int) -> list[str]:
        """Different ones as long as there are enough."""
        picks = self.rng.permutation(len(words))
        return [words[int(picks[n % len(words)])] for n in range(count)]

    def subject(self) -> str:
        """A thing; at times one that has never been heard of."""
        if self.rng.random() < 0.75:
            return self.of(SUBJECTS)
        return "".join(self.of(SYLLABLES) for _ in range(int(self.rng.integers(1, 5))))

    def title(self) -> str:
        """One to three words with a capital."""
        kind = self.rng.random()
        first = f"{self.of(QUALITIES)} " if kind < 0.85 else ""
        more = f" {self.subject()}" if kind < 0.3 else ""
        return f"{first}{self.subject()}{more}".capitalize()

    def word(self) -> str:
        """One word with a capital."""
        return self.subject().capitalize()

    def deed(self) -> str:
        """What a menu would do."""
        return self.of(DEEDS).capitalize() + ("…" if self.rng.random() < 0.2 else "")

    def file(self) -> str:
        """The name of a file."""
        joint = self.of(("_", "-", " ", ""))
        words = joint.join((self.of(QUALITIES), self.subject(), str(self.rng.integers(1, 99))))
        return f"{words}.{self.of(ENDINGS)}"

    def sentence(self, low: int = 5, high: int = 14) -> str:
        """Words that look like a sentence."""
        count = int(self.rng.integers(low, high + 1))
        pool = STREWN + SUBJECTS + QUALITIES
        words = (self.subject() if n % 4 == 3 else self.of(pool) for n in range(count))
        return " ".join(words).capitalize() + self.of((".", ".", ".", "!", "?", "…", ""))

    def paragraph(self, sentences: int) -> str:
        """Some sentences."""
        return " ".join(self.sentence() for _ in range(sentences))

    def number(self) -> str:
        """A number as tables have them."""
        kind = self.rng.random()
        if kind < 0.4:
            return str(int(self.rng.integers(0, 5000)))
        if kind < 0.7:
            return f"{self.rng.uniform(0, 999):.2f}"
        return (
            f"{self.rng.integers(1, 100)} %"
            if kind < 0.85
            else f"${self.rng.integers(1, 99)},{self.rng.integers(100, 999)}"
        )

    def time(self) -> str:
        """A time of the day."""
        return f"{self.rng.integers(0, 24)}:{self.rng.integers(0, 60):02d}"

    def date(self) -> str:
        """A day."""
        month = self.of(
            ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
        )
        return f"{self.rng.integers(1, 29)} {month} {self.rng.integers(2015, 2027)}"

    def cell(self) -> str:
        """What stands in a table."""
        kind = self.rng.random()
        if kind < 0.5:
            return self.number()
        return self.word() if kind < 0.8 else self.date()

    def shortcut(self) -> str:
        """Keys that do the same as an entry of a menu."""
        return f"{self.of(('Ctrl', 'Ctrl+Shift', 'Alt', 'Shift'))}+{self.of(LETTERS)}"
