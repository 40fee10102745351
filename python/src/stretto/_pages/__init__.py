"""Players, pages and what notebooks display."""
