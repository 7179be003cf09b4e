/* CRsvg: librsvg, and gdk-pixbuf, which it reads pictures with. */
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <librsvg/rsvg.h>
