"""The page of `stretto preview`: a server on this machine alone, and a process in which the script runs."""
