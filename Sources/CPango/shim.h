/* CPango: Pango and Cairo, and fontconfig, which finds fonts for them. */
#include <fontconfig/fontconfig.h>
#include <pango/pangocairo.h>
