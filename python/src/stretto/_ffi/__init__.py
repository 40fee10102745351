"""The way to the C library: loading it, its functions and handles, numbers, locks around `fork`."""
