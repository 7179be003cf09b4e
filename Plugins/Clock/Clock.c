/* Clock: a button that says what time it is, and is asked again when that has changed. Build it with
 *     cc -std=c99 -O2 -shared -fPIC -fvisibility=hidden -I../../Sources/CButtonPlugin/include -o libClock.so Clock.c
 */
#include <buttond_plugin.h>
#include <stdio.h>
#include <string.h>

#define SECOND 1000
#define MINUTE (60 * SECOND)
#define DAY (24 * 60 * MINUTE)

/* What the plugin remembers: the host's tables and the keys of the names it uses. */
struct clock {
   const btn_host_api *host;
   const btn_host_timer *timer;
   btn_key now, offset, seconds; /* reads */
   btn_key title;                /* sets */
};

static struct clock the_clock;

static btn_key key(const btn_host_api *host, const char *name) {
   return host->intern(host->host, name, (uint32_t)strlen(name));
}

static btn_status create(const btn_host_api *host, void **self) {
   struct clock *c = &the_clock;
   c->host = host;
   c->timer = host->get_extension(host->host, BTN_EXT_TIMER);
   if (c->timer == NULL) {
      const char *text = "this host has no " BTN_EXT_TIMER ": clocks stand still until asked again";
      host->log(host->host, BTN_LOG_WARNING, text, (uint32_t)strlen(text));
   }
   c->now = key(host, "env.nowMs");
   c->offset = key(host, "button.parameters.offset");
   c->seconds = key(host, "button.parameters.seconds");
   c->title = key(host, "title");
   *self = c;
   return BTN_OK;
}

/* The value of a number, a flag or a time, 0 where there is none. */
static int64_t number(struct clock *c, btn_request *request, btn_key name) {
   btn_value value;
   if (c->host->get(request, name, &value) != BTN_OK) return 0;
   return value.type == BTN_T_INT || value.type == BTN_T_BOOL ? value.as.i : 0;
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   struct clock *c = self;
   int64_t now = number(c, request, c->now);
   int64_t offset = number(c, request, c->offset) * MINUTE;
   int has_seconds = number(c, request, c->seconds) != 0;
   int64_t step = has_seconds ? SECOND : MINUTE;
   unsigned day = (unsigned)(((now + offset) % DAY + DAY) % DAY);
   btn_value text = {BTN_T_STRING, 0, {0}};
   char title[16];
   (void)entry; /* style and handler do the same */

   snprintf(title, sizeof title, has_seconds ? "%02u:%02u:%02u" : "%02u:%02u",
            day / (60 * MINUTE), day / MINUTE % 60, day / SECOND % 60);
   text.len = (uint32_t)strlen(title);
   text.as.s = title;
   c->host->set(request, c->title, &text);
   return c->timer == NULL ? BTN_OK : c->timer->update_at(request, (now / step + 1) * step);
}

static const btn_plugin plugin = {
   sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
   "dev.buttond.clock", "1.0.0",
   create, NULL, resolve, NULL,
};

const btn_plugin *buttond_plugin_v1(const btn_abi_info *host) {
   return host->magic == BTN_MAGIC && host->abi_major == BTN_ABI_MAJOR ? &plugin : NULL;
}
