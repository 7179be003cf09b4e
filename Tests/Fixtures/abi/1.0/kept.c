/* A plugin as it was written against the header beside it. Neither is ever changed: what was built then
 * must load and answer alike in every later host of major 1. */
#include "buttond_plugin.h"
#include <stdio.h>
#include <string.h>

static const btn_host_api *host;
static const btn_host_gesture *gestures;
static const btn_host_timer *timers;
static const btn_host_resources *files;
static btn_key reads, sets, refused, fails, waits, handler;
static char color[32] = "none";
static int asked_gesture, asked_warmup, asked_other;

static btn_key key(const char *name) {
   return host->intern(host->host, name, (uint32_t)strlen(name));
}

static btn_status set_text(btn_request *request, const char *name, const char *text) {
   btn_value value = {BTN_T_STRING, 0, {0}};
   value.len = (uint32_t)strlen(text);
   value.as.s = text;
   return host->set(request, key(name), &value);
}

static btn_status set_number(btn_request *request, const char *name, double number) {
   btn_value value = {BTN_T_FLOAT, 0, {0}};
   value.as.f = number;
   return host->set(request, key(name), &value);
}

static btn_status set_int(btn_request *request, const char *name, btn_type type, int64_t number) {
   btn_value value = {BTN_T_NULL, 0, {0}};
   value.type = type;
   value.as.i = number;
   return host->set(request, key(name), &value);
}

static btn_status set_color(btn_request *request, const char *name, uint32_t rgba) {
   btn_value value = {BTN_T_COLOR, 0, {0}};
   value.as.rgba = rgba;
   return host->set(request, key(name), &value);
}

static btn_status create(const btn_host_api *api, void **self) {
   host = api;
   if (api->abi_major != BTN_ABI_MAJOR || api->size < sizeof *api || api->schema < 1)
      return BTN_E_INVALID;
   gestures = api->get_extension(api->host, BTN_EXT_GESTURE);
   timers = api->get_extension(api->host, BTN_EXT_TIMER);
   files = api->get_extension(api->host, BTN_EXT_RESOURCES);
   reads = key("style.reads");
   sets = key("style.sets");
   refused = key("style.refused");
   fails = key("style.fails");
   waits = key("style.waits");
   handler = key("handler.after");
   api->log(api->host, BTN_LOG_WARNING, "created", 7);
   *self = (void *)&host;
   return BTN_OK;
}

static btn_status warm_up(void *self) {
   const uint8_t *bytes;
   uint64_t count;
   if (self != (void *)&host || files == NULL) return BTN_E_INVALID;
   if (files->read(host->host, "color.txt", 9, &bytes, &count) == BTN_OK && count < sizeof color) {
      memcpy(color, bytes, (size_t)count);
      color[count] = 0;
   }
   return BTN_OK;
}

/* Appends "NAME=VALUE " to a text. */
static void put(btn_request *request, const char *name, char *text, size_t room) {
   btn_value value;
   char one[200];
   btn_status status = host->get(request, key(name), &value);
   if (status != BTN_OK) snprintf(one, sizeof one, "%s:%d type %u ", name, status, value.type);
   else switch (value.type) {
      case BTN_T_NULL: snprintf(one, sizeof one, "%s=null ", name); break;
      case BTN_T_BOOL: snprintf(one, sizeof one, "%s=%s ", name, value.as.i ? "yes" : "no"); break;
      case BTN_T_INT: snprintf(one, sizeof one, "%s=%lld ", name, (long long)value.as.i); break;
      case BTN_T_FLOAT: snprintf(one, sizeof one, "%s=%.3f ", name, value.as.f); break;
      case BTN_T_COLOR: snprintf(one, sizeof one, "%s=#%08X ", name, value.as.rgba); break;
      case BTN_T_JSON:
      case BTN_T_STRING:
         snprintf(one, sizeof one, "%s='%.*s' ", name, (int)value.len, value.as.s); break;
      default: snprintf(one, sizeof one, "%s of type %u ", name, value.type); break;
   }
   strncat(text, one, room - strlen(text) - 1);
}

static btn_status read_all(btn_request *request) {
   static const char *const names[] = {
      "state.shop.open", "state.shop.stock", "state.shop.price", "state.shop.name",
      "state.shop.list", "state.shop.none", "state.shop.absent", "state.other", "quality.shop.stock",
      "button.id", "button.handle", "button.role", "button.isEnabled", "button.isHighlighted",
      "button.isSelected", "button.isFocused", "button.isBusy", "button.parameters.low",
      "button.parameters.none", "button.title", "button.opacity", "button.cornerStyle",
      "button.baseForegroundColor", "theme.button.radius.default", "env.userInterfaceStyle",
      "env.contrast", "env.contentSize", "env.layoutDirection", "env.tint",
      "env.color.systemGray5", "env.nowMs", "no.such.name"};
   char text[4000] = "";
   size_t i;
   for (i = 0; i < sizeof names / sizeof *names; i++) put(request, names[i], text, sizeof text);
   return set_text(request, "title", text);
}

static btn_status set_all(btn_request *request) {
   set_text(request, "title", "kept");
   set_text(request, "subtitle", color);
   set_text(request, "foregroundColor", "white");
   set_text(request, "cornerStyle", "capsule");
   set_text(request, "background.backgroundColorTransformer", "darker(0.25)");
   set_text(request, "transaction.onPress", "easeInOut(0.16)");
   set_color(request, "background.backgroundColor", 0x1F7A35FFu);
   set_number(request, "opacity", 0.5);
   set_int(request, "contentInsets.top", BTN_T_INT, 9);
   set_int(request, "titleUnderline", BTN_T_BOOL, 1);
   set_int(request, "x-com.example.count", BTN_T_INT, 3);
   return set_text(request, "x-com.example.word", "own");
}

/* Statuses of what goes wrong. */
static btn_status refuse(btn_request *request) {
   char text[400], *end = text;
   btn_value value = {BTN_T_NULL, 0, {0}};
   end += sprintf(end, "type %d, ", set_text(request, "opacity", "much"));
   end += sprintf(end, "range %d, ", set_number(request, "opacity", 3));
   end += sprintf(end, "choice %d, ", set_text(request, "cornerStyle", "star"));
   end += sprintf(end, "name %d, ", set_text(request, "nothing", "x"));
   end += sprintf(end, "read only %d, ", set_text(request, "button.id", "x"));
   end += sprintf(end, "key %d, ", host->set(request, 0, &value));
   end += sprintf(end, "null %d, ", host->get(request, key("button.id"), NULL));
   end += sprintf(end, "denied %d, ", host->get(request, key("state.other"), &value));
   end += sprintf(end, "not in an event %d, ", gestures ? gestures->trigger(request) : 0);
   end += sprintf(end, "intern %u, ", host->intern(host->host, "", 0));
   end += sprintf(end, "extension %d, ", host->get_extension(host->host, "none/1") != NULL);
   end += sprintf(end, "asked %d %d %d", asked_gesture, asked_warmup, asked_other > 0);
   return set_text(request, "title", text);
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   if (self != (void *)&host) return BTN_E_INVALID;
   if (entry == reads) return read_all(request);
   if (entry == sets) return set_all(request);
   if (entry == refused) return refuse(request);
   if (entry == fails) return host->fail(request, BTN_E_INVALID, "out of bread", 12);
   if (entry == waits) return timers ? timers->update_at(request, 4102444800000) : BTN_E_STATE;
   if (entry == handler) return set_text(request, "subtitle", "after");
   return BTN_E_UNKNOWN_KEY;
}

/* The scratch counts the events. */
static btn_status event(void *self, btn_key entry, btn_request *request,
                        const btn_pointer_event *event, uint8_t *scratch) {
   int is_inside = (event->flags & BTN_POINTER_IS_INSIDE) != 0;
   if (self != (void *)&host || entry != sets || event->size < sizeof *event) return BTN_E_INVALID;
   scratch[0]++;
   scratch[BTN_SCRATCH_BYTES - 1] = (uint8_t)event->phase;
   if (event->phase == BTN_POINTER_ENDED && is_inside) return gestures->trigger(request);
   return gestures->set_pressed(request, is_inside && event->x < event->width);
}

static const void *get_extension(void *self, const char *id) {
   static const btn_plugin_gesture gesture = {sizeof(btn_plugin_gesture), event};
   static const btn_plugin_warmup warmup = {sizeof(btn_plugin_warmup), warm_up};
   if (self != (void *)&host) return NULL;
   if (strcmp(id, BTN_EXT_GESTURE) == 0) return asked_gesture++, &gesture;
   if (strcmp(id, BTN_EXT_WARMUP) == 0) return asked_warmup++, &warmup;
   asked_other++;
   return NULL;
}

static const btn_plugin plugin = {
   sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0, "org.example.kept", "1.0",
   create, NULL, resolve, get_extension,
};

BTN_EXPORT const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
   if (info->magic != BTN_MAGIC || info->abi_major != BTN_ABI_MAJOR) return NULL;
   return info->ptr_size == sizeof(void *) ? &plugin : NULL;
}
