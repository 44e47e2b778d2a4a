"""What is written on screens."""

import numpy as np

ACTIONS = (
    "OK", "Go", "Save", "Cancel", "Apply", "Close", "Open", "Edit", "Send", "Back", "Next", "Done",
    "Help", "Add", "Delete", "Submit", "Search", "Reset", "Upload", "Download", "Share", "Print",
    "Copy", "Paste", "Undo", "Redo", "Start", "Stop", "Retry", "Skip", "Sign in", "Sign up",
    "Log out", "Continue", "Preview", "Publish", "Subscribe", "Add to cart", "Buy now", "Checkout",
    "Save as draft", "Try again", "Learn more", "Select all", "Create account", "Send message",
    "View details", "Download report", "Connect account", "Invite people", "Restore defaults",
)  # fmt: skip

NOUNS = (
    "Home", "Name", "City", "Date", "Email", "Phone", "Files", "Notes", "Inbox", "Tasks", "Title",
    "Price", "Total", "Users", "Teams", "Status", "Orders", "Budget", "Address", "Country",
    "Company", "Account", "Profile", "Privacy", "Settings", "Security", "Language", "Messages",
    "Calendar", "Projects", "Password", "Username", "Category", "Quantity", "Reports", "Overview",
    "Billing", "Shipping", "Feedback", "Documents", "Dashboard", "Analytics", "Downloads",
    "Time zone", "First name", "Last name", "Full screen", "Due date", "Postal code",
)  # fmt: skip

CHOICES = (
    "None", "All", "Auto", "Daily", "Weekly", "Small", "Medium", "Large", "Red", "Blue", "Green",
    "English", "German", "French", "Spanish", "Japanese", "Berlin", "Lisbon", "Nairobi", "Osaka",
    "Newest", "Oldest", "Public", "Private", "Standard", "Express", "2 guests", "3 rooms", "10:30",
    "12:00", "2024", "2025", "50 %", "75 %", "A4", "PDF", "CSV", "PNG", "Ascending", "Descending",
    "Last 7 days", "Last 30 days", "Credit card", "Bank transfer", "Sort by name", "Most popular",
)  # fmt: skip

OPTIONS = (
    "On", "Bold", "Sync", "Grid", "Mute", "Loop", "Snap", "Wrap", "Debug", "Rulers", "Repeat",
    "Autosave", "Show hidden", "Remember me", "Send copies", "Accept terms", "Full width",
    "Dark mode", "Keep me signed in", "Enable sound", "Use metric units", "Show line numbers",
    "Check for updates", "Notify by email", "Allow comments", "Share usage data", "Lock aspect",
)  # fmt: skip

HEADINGS = (
    "Today", "Recent", "Results", "Welcome", "Summary", "Details", "General", "Advanced",
    "What is new", "Your orders", "All projects", "Payment method", "Team members", "Last week",
    "No messages yet", "3 items selected", "Updated 5 min ago", "Version 2.4.1", "Page 3 of 12",
    "Storage almost full", "Total: 48.20", "Step 2 of 4", "Signed in as Kim", "Free delivery",
    "Nothing to show", "128 GB available", "Last saved at 14:05", "Copyright 2025",
)  # fmt: skip

LINKS = (
    "Help", "Terms", "About", "Blog", "Jobs", "FAQ", "More", "Imprint", "Contact", "Support",
    "Privacy", "Read more", "See all", "Show more", "Contact us", "Sign in here", "View history",
    "Terms of use", "Learn more", "Forgot password?", "Privacy policy", "Release notes",
    "Change address", "Open documentation", "Report a problem", "Manage subscriptions",
)  # fmt: skip

SHORT = ("A", "B", "I", "U", "1", "2", "3", "x", "+", "-", "?", "!", "%", "#", "<", ">", "OK", "Go")
"""What there is room for on the smallest buttons."""


def some(rng: np.random.Generator, words: tuple[str, ...], count: int) -> list[str]:
    """A few of the words in any order, some in capitals, some in small letters."""
    chosen = [words[place] for place in rng.choice(len(words), min(count, len(words)), False)]
    case = rng.random()
    if case < 0.12:
        return [word.upper() for word in chosen]
    return [word.lower() for word in chosen] if case < 0.18 else chosen
