"""Values over time, with interpolation, and with the steps and tracks of timelines."""
