"""Values over time: interpolation, and steps and tracks of timelines."""
