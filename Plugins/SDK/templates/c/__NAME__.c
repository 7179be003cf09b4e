/* __NAME__: a style and an update handler for buttond.
 *
 * The style is a filled shape that is red while state.__NAME__.isUrgent is true. The handler puts the
 * number in state.__NAME__.count behind the title. buttond_style.h explains what is used here, and
 * buttond_properties.h has a function for every property. */
#include "manifest.h"
#include <buttond_style.h>
#include <stdio.h>

static const btn_host_api *host;
static btn_key handler; /* which of the two is asked */

static btn_status create(const btn_host_api *api, void **self) {
   host = api;
   handler = api->intern(api->host, HANDLER_COUNT, sizeof HANDLER_COUNT - 1);
   *self = NULL; /* what later calls get; this plugin has no need of it */
   return BTN_OK;
}

/* The look for every state. All pairs of colours have a contrast of 4.5 and more; the ring of the
 * focus and the spinner of a busy button come from the base. */
static void style(bts_button *button) {
   unsigned state = bts_state(button);
   int is_pressed = (state & BTS_HIGHLIGHTED) != 0;
   uint32_t fill = is_pressed ? 0x084A8CFFu : 0x0B63BAFFu;

   bts_set_corner_style(button, BTS_CORNER_STYLE_FIXED);
   bts_set_background_corner_radius(
      button, bts_number(button, __UPPER___RADIUS, __UPPER___RADIUS_DEFAULT));
   if (state & BTS_DISABLED) {
      int is_dark = bts_is_dark(button);
      bts_set_background_color(button, bts_rgba(is_dark ? 0x3A3A3CFFu : 0xE5E5EAFFu));
      bts_set_foreground_color(button, bts_rgba(is_dark ? 0xB4B4BAFFu : 0x58585EFFu));
      return;
   }
   if (state & BTS_SELECTED) fill = is_pressed ? 0x06294FFFu : 0x0A3D73FFu;
   if (bts_flag(button, "state.__NAME__.isUrgent")) fill = is_pressed ? 0x8C1D18FFu : 0xB3261EFFu;
   bts_set_background_color(button, bts_rgba(fill));
   bts_set_foreground_color(button, bts_named("white"));
}

/* The title, and behind it the count, if there is one. */
static void count(bts_button *button) {
   int64_t number = bts_integer(button, "state.__NAME__.count", INT64_MIN);
   char title[4001], text[4032];

   if (number == INT64_MIN) return; /* absent, or something else: state belongs to others */
   if (!bts_text(button, "button.title", title, sizeof title) && title[0] != 0) return; /* no room */
   if (title[0] == 0)
      snprintf(text, sizeof text, "%lld", (long long)number);
   else
      snprintf(text, sizeof text, "%s (%lld)", title, (long long)number);
   bts_set_title(button, text);
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   bts_button button = bts_begin(host, request);
   (void)self;
   if (entry == handler)
      count(&button);
   else
      style(&button);
   return bts_end(&button); /* the first mistake, if there was one */
}

/* Id and version are those of plugin.json, and come from there. */
static const btn_plugin plugin = {
   sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
   PLUGIN_ID, PLUGIN_VERSION,
   create, NULL, resolve, NULL,
};

const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
   return info->magic == BTN_MAGIC && info->abi_major == BTN_ABI_MAJOR ? &plugin : NULL;
}
