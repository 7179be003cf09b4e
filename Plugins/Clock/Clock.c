/* Clock: a button that says what time it is, and is asked again when that has changed. */
#include "manifest.h"
#include <buttond_style.h>
#include <stdio.h>

#define SECOND 1000
#define MINUTE (60 * SECOND)
#define DAY (24 * 60 * MINUTE)

static const btn_host_api *host;
static const btn_host_timer *timer;

static btn_status create(const btn_host_api *api, void **self) {
   host = api;
   timer = api->get_extension(api->host, BTN_EXT_TIMER);
   if (timer == NULL) {
      const char *text = "this host has no " BTN_EXT_TIMER ": clocks stand still until asked again";
      host->log(host->host, BTN_LOG_WARNING, text, (uint32_t)strlen(text));
   }
   *self = NULL;
   return BTN_OK;
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   bts_button button = bts_begin(host, request);
   int64_t now = bts_integer(&button, "env.nowMs", 0);
   int64_t offset = bts_integer(&button, CLOCK_OFFSET, CLOCK_OFFSET_DEFAULT) * MINUTE;
   int has_seconds = bts_flag(&button, CLOCK_SECONDS);
   int64_t step = has_seconds ? SECOND : MINUTE;
   unsigned day = (unsigned)(((now + offset) % DAY + DAY) % DAY);
   char title[16];
   (void)self;
   (void)entry; /* style and handler do the same */

   snprintf(title, sizeof title, has_seconds ? "%02u:%02u:%02u" : "%02u:%02u",
            day / (60 * MINUTE), day / MINUTE % 60, day / SECOND % 60);
   bts_set_title(&button, title);
   if (timer != NULL) bts_note(&button, timer->update_at(request, (now / step + 1) * step));
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
