/* __NAME__: a style and an update handler for buttond.
 *
 * The style is a filled shape that is red while state.__NAME__.isUrgent is true. The handler puts the
 * number in state.__NAME__.count behind the title. buttond_plugin.h explains every function used here
 * and lists the names that can be read and set. */
#include "manifest.h"
#include <buttond_plugin.h>
#include <stdio.h>
#include <string.h>

/* The host's functions, and the keys of the names that the plugin uses. */
struct keys {
   const btn_host_api *host;
   btn_key handler;                                    /* which of the two is asked */
   btn_key isEnabled, isHighlighted, isSelected, dark; /* reads */
   btn_key title, radius, isUrgent, count;             /* reads */
   btn_key background, foreground;                     /* sets */
   btn_key cornerStyle, cornerRadius, newTitle;        /* sets */
};

static struct keys keys;

static btn_key key(const btn_host_api *host, const char *name) {
   return host->intern(host->host, name, (uint32_t)strlen(name));
}

static btn_status create(const btn_host_api *host, void **self) {
   keys.host = host;
   keys.handler = key(host, HANDLER_COUNT);
   keys.isEnabled = key(host, "button.isEnabled");
   keys.isHighlighted = key(host, "button.isHighlighted");
   keys.isSelected = key(host, "button.isSelected");
   keys.dark = key(host, "env.userInterfaceStyle");
   keys.title = key(host, "button.title");
   keys.radius = key(host, __UPPER___RADIUS);
   keys.isUrgent = key(host, "state.__NAME__.isUrgent");
   keys.count = key(host, "state.__NAME__.count");
   keys.background = key(host, "background.backgroundColor");
   keys.foreground = key(host, "foregroundColor");
   keys.cornerStyle = key(host, "cornerStyle");
   keys.cornerRadius = key(host, "background.cornerRadius");
   keys.newTitle = key(host, "title");
   *self = &keys;
   return BTN_OK;
}

/* What is read may be absent, and of any type: state belongs to others. */
static int is_true(struct keys *k, btn_request *request, btn_key name) {
   btn_value value;
   return k->host->get(request, name, &value) == BTN_OK && value.type == BTN_T_BOOL && value.as.i;
}

static double number(struct keys *k, btn_request *request, btn_key name, double otherwise) {
   btn_value value;
   if (k->host->get(request, name, &value) != BTN_OK) return otherwise;
   if (value.type == BTN_T_FLOAT) return value.as.f;
   return value.type == BTN_T_INT ? (double)value.as.i : otherwise;
}

static int is_dark(struct keys *k, btn_request *request) {
   btn_value value;
   return k->host->get(request, k->dark, &value) == BTN_OK && value.type == BTN_T_STRING &&
          value.len == 4 && memcmp(value.as.s, "dark", 4) == 0;
}

/* What goes wrong in setting makes the host give the button up, and say why: pass it on. A property
 * that an older host does not know is not a mistake: it draws without. */
static btn_status set(struct keys *k, btn_request *request, btn_key name, const btn_value *value) {
   btn_status status = k->host->set(request, name, value);
   return status == BTN_E_UNKNOWN_KEY ? BTN_OK : status;
}

static btn_status set_color(struct keys *k, btn_request *request, btn_key name, uint32_t rgba) {
   btn_value value = {BTN_T_COLOR, 0, {0}};
   value.as.rgba = rgba;
   return set(k, request, name, &value);
}

static btn_status set_text(struct keys *k, btn_request *request, btn_key name, const char *text,
                           uint32_t length) {
   btn_value value = {BTN_T_STRING, 0, {0}};
   value.len = length;
   value.as.s = text;
   return set(k, request, name, &value);
}

static btn_status set_number(struct keys *k, btn_request *request, btn_key name, double number) {
   btn_value value = {BTN_T_FLOAT, 0, {0}};
   value.as.f = number;
   return set(k, request, name, &value);
}

/* The look for every state. All pairs of colours have a contrast of 4.5 and more; the ring of the
 * focus and the spinner of a busy button come from the base. */
static btn_status style(struct keys *k, btn_request *request) {
   int dark = is_dark(k, request);
   uint32_t back, front = 0xFFFFFFFFu;
   btn_status status;

   if (!is_true(k, request, k->isEnabled)) {
      back = dark ? 0x3A3A3CFFu : 0xE5E5EAFFu;
      front = dark ? 0xB4B4BAFFu : 0x58585EFFu;
   } else if (is_true(k, request, k->isUrgent)) {
      back = is_true(k, request, k->isHighlighted) ? 0x8C1D18FFu : 0xB3261EFFu;
   } else if (is_true(k, request, k->isSelected)) {
      back = is_true(k, request, k->isHighlighted) ? 0x06294FFFu : 0x0A3D73FFu;
   } else {
      back = is_true(k, request, k->isHighlighted) ? 0x084A8CFFu : 0x0B63BAFFu;
   }
   if ((status = set_color(k, request, k->background, back)) < 0) return status;
   if ((status = set_color(k, request, k->foreground, front)) < 0) return status;
   if ((status = set_text(k, request, k->cornerStyle, "fixed", 5)) < 0) return status;
   return set_number(k, request, k->cornerRadius, number(k, request, k->radius, __UPPER___RADIUS_DEFAULT));
}

/* The title, and behind it the count, if there is one. */
static btn_status handler(struct keys *k, btn_request *request) {
   char text[512];
   btn_value count, title;
   int length;

   if (k->host->get(request, k->count, &count) != BTN_OK || count.type != BTN_T_INT) return BTN_OK;
   if (k->host->get(request, k->title, &title) != BTN_OK || title.type != BTN_T_STRING)
      title.len = 0;
   if (title.len > 400) return BTN_OK; /* no room behind it */
   length = title.len == 0
               ? snprintf(text, sizeof text, "%lld", (long long)count.as.i)
               : snprintf(text, sizeof text, "%.*s (%lld)", (int)title.len, title.as.s,
                          (long long)count.as.i);
   return set_text(k, request, k->newTitle, text, (uint32_t)length);
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   struct keys *k = self;
   return entry == k->handler ? handler(k, request) : style(k, request);
}

/* Id and version are those of plugin.json, and come from there. */
static const btn_plugin plugin = {
   sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
   PLUGIN_ID, PLUGIN_VERSION,
   create, NULL, resolve, NULL,
};

const btn_plugin *buttond_plugin_v1(const btn_abi_info *host) {
   return host->magic == BTN_MAGIC && host->abi_major == BTN_ABI_MAJOR ? &plugin : NULL;
}
