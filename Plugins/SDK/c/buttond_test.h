/* buttond_test.h - a button without a daemon, for the unit tests of a plugin in C.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * Say what the button, the state and the display are, have a style or handler make its look, and read what it
 * set. Compile the test together with the plugin's sources; `buttonctl plugin new` writes one.
 *
 *     static btt_button button;
 *     btt_begin(&button, buttond_plugin_v1);
 *     btt_give_number(&button, "state.shop.stock", 2);
 *     btt_resolve(&button, "style.tag");
 *     assert(strcmp(btt_text(&button, "subtitle"), "2 left") == 0);
 *     btt_end(&button);
 *
 * A test button accepts everything; `buttonctl plugin check` finds what a daemon would refuse. There are no
 * extensions of the host's. Use it on one thread.
 */
#ifndef BUTTOND_TEST_H
#define BUTTOND_TEST_H

#include "buttond_plugin.h"

#include <string.h>

/* The names of one button, those that are read and those that are set, and the bytes of one text. */
#define BTT_NAMES 128
#define BTT_TEXT 4096

/* A value with room for its text, behind which stands a NUL. */
typedef struct btt_value {
   int is_there;
   btn_value value;
   char text[BTT_TEXT + 1];
} btt_value;

/* A name, with what the test gives it and what the plugin sets. */
typedef struct btt_name {
   char name[256];
   btt_value given, set;
} btt_name;

/* A button; it is large: make it static. */
typedef struct btt_button {
   btn_host_api host;
   const btn_plugin *plugin;
   void *self;
   char failure[1025]; /* why the plugin gave the button up */
   uint32_t count;
   btt_name names[BTT_NAMES];
} btt_button;

/* ------------------------------------------------------------------------ what the plugin calls */

/* A name's place and 1; 0 when there is no room for one more. */
static inline btn_key btt_intern(btn_host *host, const char *name, uint32_t len) {
   btt_button *button = (btt_button *)host;
   uint32_t i;
   if (name == NULL || len == 0 || len > 255) return 0;
   for (i = 0; i < button->count; i++) {
      const char *known = button->names[i].name;
      if (strlen(known) == len && memcmp(known, name, len) == 0) return i + 1;
   }
   if (button->count == BTT_NAMES) return 0;
   memcpy(button->names[i].name, name, len);
   return ++button->count;
}

static inline const void *btt_get_extension(btn_host *host, const char *id) {
   (void)host, (void)id;
   return NULL;
}

static inline void btt_log(btn_host *host, int32_t level, const char *msg, uint32_t len) {
   (void)host, (void)level, (void)msg, (void)len;
}

static inline void btt_request_update(btn_host *host, uint64_t button) {
   (void)host, (void)button;
}

/* A name that has been seen; NULL for another. */
static inline btt_name *btt_find(btt_button *button, const char *name) {
   uint32_t i;
   for (i = 0; i < button->count; i++)
      if (strcmp(button->names[i].name, name) == 0) return &button->names[i];
   return NULL;
}

static inline btn_status btt_get(btn_request *request, btn_key key, btn_value *out) {
   static const char prefix[] = "button.";
   btt_button *button = (btt_button *)request;
   btt_name *name, *property = NULL;
   if (out == NULL) return BTN_E_INVALID;
   memset(out, 0, sizeof *out);
   if (key == 0 || key > button->count) return BTN_E_INVALID;
   name = &button->names[key - 1];
   /* What was set in this pass lies over the configuration. */
   if (strncmp(name->name, prefix, sizeof prefix - 1) == 0)
      property = btt_find(button, name->name + sizeof prefix - 1);
   if (property != NULL && property->set.is_there) {
      *out = property->set.value;
      return BTN_OK;
   }
   if (!name->given.is_there) return BTN_UNSET;
   *out = name->given.value;
   return BTN_OK;
}

static inline btn_status btt_keep(btt_value *place, const btn_value *value) {
   place->is_there = 0;
   if (value->len > BTT_TEXT) return BTN_E_LIMIT;
   place->value = *value;
   if (value->type == BTN_T_STRING || value->type == BTN_T_JSON) {
      if (value->len > 0) memcpy(place->text, value->as.s, value->len);
      place->text[value->len] = 0;
      place->value.as.s = place->text;
   }
   place->is_there = 1;
   return BTN_OK;
}

static inline btn_status btt_set(btn_request *request, btn_key key, const btn_value *value) {
   btt_button *button = (btt_button *)request;
   if (key == 0 || key > button->count || value == NULL) return BTN_E_INVALID;
   return btt_keep(&button->names[key - 1].set, value);
}

static inline btn_status btt_fail(btn_request *request, btn_status status, const char *msg, uint32_t len) {
   btt_button *button = (btt_button *)request;
   if (len >= sizeof button->failure) len = sizeof button->failure - 1;
   if (button->failure[0] == 0 && msg != NULL) memcpy(button->failure, msg, len);
   return status < 0 ? status : BTN_E_INTERNAL;
}

/* -------------------------------------------------------------------------------- what it finds */

/* What a name has when it is read, until it is given another: "state.KEY", "button.parameters.NAME",
 * "button.isHighlighted", "env.userInterfaceStyle", "button.title" of the configuration. What is given no value
 * is BTN_UNSET, but for "button.isEnabled", which is true. */
static inline btn_status btt_give(btt_button *button, const char *name, const btn_value *value) {
   btn_key key = btt_intern((btn_host *)button, name, (uint32_t)strlen(name));
   return key == 0 ? BTN_E_LIMIT : btt_keep(&button->names[key - 1].given, value);
}

static inline btn_status btt_give_flag(btt_button *button, const char *name, int flag) {
   btn_value value = {BTN_T_BOOL, 0, {0}};
   value.as.i = flag != 0;
   return btt_give(button, name, &value);
}

static inline btn_status btt_give_integer(btt_button *button, const char *name, int64_t integer) {
   btn_value value = {BTN_T_INT, 0, {0}};
   value.as.i = integer;
   return btt_give(button, name, &value);
}

static inline btn_status btt_give_number(btt_button *button, const char *name, double number) {
   btn_value value = {BTN_T_FLOAT, 0, {0}};
   value.as.f = number;
   return btt_give(button, name, &value);
}

static inline btn_status btt_give_text(btt_button *button, const char *name, const char *text) {
   btn_value value = {BTN_T_STRING, 0, {0}};
   value.len = (uint32_t)strlen(text);
   value.as.s = text;
   return btt_give(button, name, &value);
}

/* 0xRRGGBBAA. A name that others are computed from, such as bts_named("tint"), is given as "env.color.tint". */
static inline btn_status btt_give_color(btt_button *button, const char *name, uint32_t rgba) {
   btn_value value = {BTN_T_COLOR, 0, {0}};
   value.as.rgba = rgba;
   return btt_give(button, name, &value);
}

/* -------------------------------------------------------------------------------- begin and end */

/* Starts the plugin with the function that it exports, as a worker does. */
static inline btn_status btt_begin(btt_button *button, const btn_plugin *(*plugin)(const btn_abi_info *)) {
   btn_abi_info info = {BTN_MAGIC, BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, (uint32_t)sizeof(void *)};
   const btn_plugin_warmup *warmup = NULL;
   btn_status status;
   memset(button, 0, sizeof *button);
   button->host.size = (uint32_t)sizeof button->host;
   button->host.abi_major = BTN_ABI_MAJOR;
   button->host.abi_minor = BTN_USE_ABI_MINOR;
   button->host.schema = UINT32_MAX;
   button->host.host = (btn_host *)button;
   button->host.intern = btt_intern;
   button->host.get_extension = btt_get_extension;
   button->host.log = btt_log;
   button->host.request_update = btt_request_update;
   button->host.get = btt_get;
   button->host.set = btt_set;
   button->host.fail = btt_fail;
   btt_give_flag(button, "button.isEnabled", 1);
   button->plugin = plugin(&info);
   if (button->plugin == NULL) return BTN_E_INVALID;
   status = button->plugin->create(&button->host, &button->self);
   if (status < 0) return status;
   if (button->plugin->get_extension != NULL)
      warmup = (const btn_plugin_warmup *)button->plugin->get_extension(button->self, BTN_EXT_WARMUP);
   return warmup == NULL ? status : warmup->warm_up(button->self);
}

/* Has "style.NAME" or "handler.NAME" make the look, and returns what resolve() does. A style begins with
 * nothing set; a handler finds what the style before it has set. The button's failure says why it was given up. */
static inline btn_status btt_resolve(btt_button *button, const char *entry) {
   btn_key key = btt_intern((btn_host *)button, entry, (uint32_t)strlen(entry));
   uint32_t i;
   if (button->plugin == NULL || key == 0) return BTN_E_INVALID;
   memset(button->failure, 0, sizeof button->failure);
   if (strncmp(entry, "handler.", 8) != 0)
      for (i = 0; i < button->count; i++) button->names[i].set.is_there = 0;
   return button->plugin->resolve(button->self, key, (btn_request *)button);
}

/* Ends the plugin; what it made is freed. */
static inline void btt_end(btt_button *button) {
   if (button->plugin != NULL && button->plugin->destroy != NULL) button->plugin->destroy(button->self);
   button->plugin = NULL;
}

/* ------------------------------------------------------------------------------- what came of it */

/* What a property was set to, "background.backgroundColor"; NULL when it was not set. */
static inline const btn_value *btt_look(btt_button *button, const char *name) {
   btt_name *property = btt_find(button, name);
   return property != NULL && property->set.is_there ? &property->set.value : NULL;
}

static inline int btt_is(btt_button *button, const char *name, btn_type type) {
   const btn_value *value = btt_look(button, name);
   return value != NULL && value->type == type;
}

/* The text that a property was set to, NUL-terminated; "" for none. A colour may be set as a text. */
static inline const char *btt_text(btt_button *button, const char *name) {
   return btt_is(button, name, BTN_T_STRING) ? btt_look(button, name)->as.s : "";
}

/* The colour that a property was set to, 0xRRGGBBAA; 0 for none. */
static inline uint32_t btt_color(btt_button *button, const char *name) {
   return btt_is(button, name, BTN_T_COLOR) ? btt_look(button, name)->as.rgba : 0;
}

/* The number that a property was set to; 0 for none. */
static inline double btt_number(btt_button *button, const char *name) {
   if (btt_is(button, name, BTN_T_INT)) return (double)btt_look(button, name)->as.i;
   return btt_is(button, name, BTN_T_FLOAT) ? btt_look(button, name)->as.f : 0;
}

/* Whether a property was set to true. */
static inline int btt_flag(btt_button *button, const char *name) {
   return btt_is(button, name, BTN_T_BOOL) && btt_look(button, name)->as.i != 0;
}

#endif /* BUTTOND_TEST_H */
