"""Values in time: between two values, along steps and tracks of timelines."""
