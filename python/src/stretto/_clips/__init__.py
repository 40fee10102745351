"""Writers of the file formats of a movie, and the table of formats (`formats`)."""
