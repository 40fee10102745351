#include <stddef.h>

#include <hb-ot.h>
#include <hb.h>

// The font that tools/text-parts puts beside HarfBuzz: its bytes, and their SHA-256 as eight words.
const unsigned char *stretto_sans(size_t *size);
const unsigned *stretto_sans_digest(void);
