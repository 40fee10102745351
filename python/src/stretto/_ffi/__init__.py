"""Access to the C library: loading, functions and handles, checks of arguments, files, locks of `fork`."""
