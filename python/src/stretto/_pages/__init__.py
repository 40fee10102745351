"""Players, pages and notebook display."""
