"""The files that a movie is saved in: one module a format, and one table that names them (`formats`)."""
