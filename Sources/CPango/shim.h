/* CPango: Pango and Cairo, fontconfig, which finds fonts for them, and libpng, which Cairo brings. */
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
#include <png.h>
