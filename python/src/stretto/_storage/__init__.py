"""Documents, files and folders on a disk."""
