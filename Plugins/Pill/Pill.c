/* Pill: a capsule in the button's own colours. */
#include "manifest.h"
#include <buttond_style.h>

static const btn_host_api *host;

static btn_status create(const btn_host_api *api, void **self) {
   host = api;
   *self = NULL;
   return BTN_OK;
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   bts_button button = bts_begin(host, request);
   unsigned state = bts_state(&button);
   double width = bts_number(&button, PILL_OUTLINE, PILL_OUTLINE_DEFAULT);
   bts_color back = bts_rgba(0x007AFFFFu), front = bts_rgba(0xFFFFFFFFu);
   (void)self;
   (void)entry; /* there is one style */

   if (!bts_get_color(&button, "button.baseBackgroundColor", &back))
      bts_get_color(&button, "env.tint", &back);
   bts_get_color(&button, "button.baseForegroundColor", &front);
   if (state & BTS_SELECTED) {
      bts_color swapped = back;
      back = front;
      front = swapped;
   }
   if (state & BTS_DISABLED) {
      back = bts_opacity(&button, back, 0.25);
      front = bts_opacity(&button, front, 0.5);
   }
   bts_set_corner_style(&button, BTS_CORNER_STYLE_CAPSULE);
   bts_set_background_color(&button, back);
   bts_set_base_foreground_color(&button, front);
   if (state & BTS_HIGHLIGHTED) bts_set_background_color_transformer(&button, "darker(0.25)");
   if (width > 0 && !(state & BTS_FOCUSED)) { /* then the base draws its ring */
      bts_set_background_stroke_color(&button, front);
      bts_set_background_stroke_width(&button, width);
   }
   return bts_end(&button);
}

static const btn_plugin plugin = {
   sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
   PLUGIN_ID, PLUGIN_VERSION,
   create, NULL, resolve, NULL,
};

const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
   return info->magic == BTN_MAGIC && info->abi_major == BTN_ABI_MAJOR ? &plugin : NULL;
}
