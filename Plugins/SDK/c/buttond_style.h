/* buttond_style.h - what styles in C say in one line each, over buttond_plugin.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 *
 * Everything here is inline and becomes part of your plugin: nothing of it is the ABI, and a plugin that
 * was built with it needs no more of a host than buttond_plugin.h says.
 *
 *     static btn_status resolve(void *self, btn_key entry, btn_request *request) {
 *        bts_button button = bts_begin(host, request);
 *        bts_color fill = bts_named("systemBlue");
 *        if (bts_state(&button) & BTS_HIGHLIGHTED) fill = bts_darker(&button, fill, 0.25);
 *        bts_set_background_color(&button, fill);
 *        bts_set_corner_style(&button, BTS_CORNER_STYLE_CAPSULE);
 *        bts_set_subtitle(&button, NULL);
 *        return bts_end(&button);
 *     }
 *
 * buttond_properties.h has a function for every property that can be set. What goes wrong is kept:
 * bts_end() returns the first mistake, and the host then gives the button up and says why. A property that
 * an older host does not know is not a mistake. All functions belong into resolve(), those that read into an
 * extension's event() too.
 */
#ifndef BUTTOND_STYLE_H
#define BUTTOND_STYLE_H

#include "buttond_plugin.h"

#include <stdio.h>
#include <string.h>

/* A button that is being resolved. */
typedef struct bts_button {
   const btn_host_api *host;
   btn_request *request;
   btn_status status; /* the first mistake */
} bts_button;

/* The bits of a state. But for BTS_BUSY, which can come with any of them, a state is compared whole, as states
 * match exactly: switch (bts_state(&button) & ~BTS_BUSY). */
#define BTS_NORMAL 0u
#define BTS_HIGHLIGHTED 1u
#define BTS_DISABLED 2u
#define BTS_SELECTED 4u
#define BTS_FOCUSED 8u
#define BTS_BUSY 16u /* the definition says so; what a style sets is not seen here */

/* A colour: a name, or channels of 0 to 255 and an alpha of 0 to 1, which are rounded once, when the
 * colour is set. */
typedef struct bts_color {
   const char *name; /* NULL for channels */
   double red, green, blue, alpha;
} bts_color;

/* ------------------------------------------------------------------------------- begin and end */

static inline bts_button bts_begin(const btn_host_api *host, btn_request *request) {
   bts_button button;
   button.host = host;
   button.request = request;
   button.status = BTN_OK;
   return button;
}

/* What resolve() returns. */
static inline btn_status bts_end(const bts_button *button) { return button->status; }

/* Gives the button up with a reason; what is done after it has no effect. */
static inline void bts_fail(bts_button *button, const char *why) {
   btn_status status = button->host->fail(button->request, BTN_E_INVALID, why, (uint32_t)strlen(why));
   if (button->status >= 0) button->status = status;
}

/* Keeps the first mistake. */
static inline void bts_note(bts_button *button, btn_status status) {
   if (status < 0 && status != BTN_E_UNKNOWN_KEY && button->status >= 0) button->status = status;
}

static inline btn_key bts_key(const bts_button *button, const char *name) {
   return button->host->intern(button->host->host, name, (uint32_t)strlen(name));
}

/* ------------------------------------------------------------------------------------- reading */

/* Whether a name has a value now; what it is, is in *value. */
static inline int bts_get(bts_button *button, const char *name, btn_value *value) {
   btn_status status = button->host->get(button->request, bts_key(button, name), value);
   bts_note(button, status);
   return status == BTN_OK;
}

/* Whether a flag is there and true. */
static inline int bts_flag(bts_button *button, const char *name) {
   btn_value value;
   return bts_get(button, name, &value) && value.type == BTN_T_BOOL && value.as.i != 0;
}

/* A number, whether it was written 1 or 1.0. */
static inline double bts_number(bts_button *button, const char *name, double otherwise) {
   btn_value value;
   if (!bts_get(button, name, &value)) return otherwise;
   if (value.type == BTN_T_FLOAT) return value.as.f;
   return value.type == BTN_T_INT ? (double)value.as.i : otherwise;
}

/* A whole number, whether it was written 1 or 1.0. */
static inline int64_t bts_integer(bts_button *button, const char *name, int64_t otherwise) {
   btn_value value;
   if (!bts_get(button, name, &value)) return otherwise;
   if (value.type == BTN_T_INT) return value.as.i;
   if (value.type != BTN_T_FLOAT || value.as.f < -9223372036854775808.0 ||
       value.as.f >= 9223372036854775808.0 || (double)(int64_t)value.as.f != value.as.f)
      return otherwise;
   return (int64_t)value.as.f;
}

/* Copies a text, as much of it as has room with a NUL, and returns whether all of it had. */
static inline int bts_text(bts_button *button, const char *name, char *text, size_t room) {
   btn_value value;
   size_t length;
   if (room == 0) return 0;
   text[0] = 0;
   if (!bts_get(button, name, &value) || value.type != BTN_T_STRING) return 0;
   length = value.len;
   if (length >= room) { /* cut before a character that has no room */
      length = room - 1;
      while (length > 0 && ((unsigned char)value.as.s[length] & 0xC0u) == 0x80u) length--;
   }
   if (length > 0) memcpy(text, value.as.s, length);
   text[length] = 0;
   return length == value.len;
}

/* Whether a text is there and is this one. */
static inline int bts_is(bts_button *button, const char *name, const char *text) {
   btn_value value;
   return bts_get(button, name, &value) && value.type == BTN_T_STRING &&
          value.len == strlen(text) && memcmp(value.as.s, text, value.len) == 0;
}

/* What the button is doing: the bits above. */
static inline unsigned bts_state(bts_button *button) {
   return (bts_flag(button, "button.isHighlighted") ? BTS_HIGHLIGHTED : 0u) |
          (bts_flag(button, "button.isEnabled") ? 0u : BTS_DISABLED) |
          (bts_flag(button, "button.isSelected") ? BTS_SELECTED : 0u) |
          (bts_flag(button, "button.isFocused") ? BTS_FOCUSED : 0u) |
          (bts_flag(button, "button.isBusy") ? BTS_BUSY : 0u);
}

static inline int bts_is_dark(bts_button *button) {
   return bts_is(button, "env.userInterfaceStyle", "dark");
}

/* ------------------------------------------------------------------------------------- colours */

/* 0xRRGGBBAA. */
static inline bts_color bts_rgba(uint32_t rgba) {
   bts_color color;
   color.name = NULL;
   color.red = rgba >> 24;
   color.green = rgba >> 16 & 0xFFu;
   color.blue = rgba >> 8 & 0xFFu;
   color.alpha = (rgba & 0xFFu) / 255.0;
   return color;
}

/* "systemBlue", "tint", "#RRGGBB" and so on; the text stays where it is until the colour is set. */
static inline bts_color bts_named(const char *name) {
   bts_color color = bts_rgba(0);
   color.name = name;
   return color;
}

/* The colour that #RGB, #RRGGBB or #RRGGBBAA writes. */
static inline int bts_hex(const char *text, size_t length, bts_color *color) {
   uint32_t rgba = 0;
   size_t i;
   if ((length != 4 && length != 7 && length != 9) || text[0] != '#') return 0;
   for (i = 1; i < length; i++) {
      char c = text[i];
      uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                       : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10u
                       : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10u
                                              : 16u;
      if (digit > 15u) return 0;
      rgba = rgba << 4 | digit;
      if (length == 4) rgba = rgba << 4 | digit;
   }
   *color = bts_rgba(length == 9 ? rgba : rgba << 8 | 0xFFu);
   return 1;
}

/* What a text that means a colour is on this display. */
static inline int bts_color_of_text(bts_button *button, const char *text, size_t length,
                                    bts_color *color) {
   char name[80] = "env.color.";
   btn_value value;
   if (length == 0 || length >= sizeof name - 10) return 0;
   if (text[0] == '#') return bts_hex(text, length, color);
   memcpy(name + 10, text, length);
   name[10 + length] = 0;
   if (!bts_get(button, name, &value) || value.type != BTN_T_COLOR) return 0;
   *color = bts_rgba(value.as.rgba);
   return 1;
}

/* The colour that is read under a name: a token "theme.button.primary.primary", a parameter,
 * "button.baseForegroundColor"; 0 when there is none. */
static inline int bts_get_color(bts_button *button, const char *name, bts_color *color) {
   btn_value value;
   if (!bts_get(button, name, &value)) return 0;
   if (value.type == BTN_T_STRING) return bts_color_of_text(button, value.as.s, value.len, color);
   if (value.type != BTN_T_COLOR) return 0;
   *color = bts_rgba(value.as.rgba);
   return 1;
}

/* A colour's channels on this display; a text that means none gives the button up. */
static inline bts_color bts_channels(bts_button *button, bts_color color) {
   const char *name = color.name;
   if (name == NULL) return color;
   if (!bts_color_of_text(button, name, strlen(name), &color)) {
      char why[96];
      snprintf(why, sizeof why, "'%.70s' is not a colour", name);
      bts_fail(button, why);
      color = bts_rgba(0);
   }
   return color;
}

static inline double bts_clamped(double amount) {
   return amount > 0 ? (amount < 1 ? amount : 1) : 0; /* no number is 0 */
}

/* The colour with its alpha replaced, 0 to 1. */
static inline bts_color bts_with_alpha(bts_button *button, bts_color color, double alpha) {
   color = bts_channels(button, color);
   color.alpha = bts_clamped(alpha);
   return color;
}

/* The colour with its alpha multiplied by 0 to 1. */
static inline bts_color bts_opacity(bts_button *button, bts_color color, double factor) {
   color = bts_channels(button, color);
   color.alpha *= bts_clamped(factor);
   return color;
}

/* The colour with red, green and blue multiplied by 1 - amount. */
static inline bts_color bts_darker(bts_button *button, bts_color color, double amount) {
   color = bts_channels(button, color);
   amount = 1 - bts_clamped(amount);
   color.red *= amount;
   color.green *= amount;
   color.blue *= amount;
   return color;
}

/* The colour moved towards another by 0 to 1, each channel in a straight line. */
static inline bts_color bts_mixed(bts_button *button, bts_color color, bts_color other,
                                  double fraction) {
   color = bts_channels(button, color);
   other = bts_channels(button, other);
   fraction = bts_clamped(fraction);
   color.red += (other.red - color.red) * fraction;
   color.green += (other.green - color.green) * fraction;
   color.blue += (other.blue - color.blue) * fraction;
   color.alpha += (other.alpha - color.alpha) * fraction;
   return color;
}

/* One colour on light displays and another on dark ones. */
static inline bts_color bts_light_dark(bts_button *button, bts_color light, bts_color dark) {
   return bts_is_dark(button) ? dark : light;
}

/* ------------------------------------------------------------------------------------- setting */

static inline void bts_set(bts_button *button, const char *name, const btn_value *value) {
   bts_note(button, button->host->set(button->request, bts_key(button, name), value));
}

/* NULL or an empty text takes away what the button's definition says. */
static inline void bts_set_text(bts_button *button, const char *name, const char *text) {
   btn_value value = {BTN_T_STRING, 0, {0}};
   value.as.s = text == NULL ? "" : text;
   value.len = (uint32_t)strlen(value.as.s);
   bts_set(button, name, &value);
}

static inline void bts_set_number(bts_button *button, const char *name, double number) {
   btn_value value = {BTN_T_FLOAT, 0, {0}};
   value.as.f = number;
   bts_set(button, name, &value);
}

static inline void bts_set_flag(bts_button *button, const char *name, int flag) {
   btn_value value = {BTN_T_BOOL, 0, {0}};
   value.as.i = flag != 0;
   bts_set(button, name, &value);
}

/* The channels as 0xRRGGBBAA. */
static inline uint32_t bts_packed(bts_color color) {
   return (uint32_t)(color.red + 0.5) << 24 | (uint32_t)(color.green + 0.5) << 16 |
          (uint32_t)(color.blue + 0.5) << 8 | (uint32_t)(color.alpha * 255 + 0.5);
}

/* A name is set as it is: it follows the display, and nothing is read. */
static inline void bts_set_color(bts_button *button, const char *name, bts_color color) {
   btn_value value = {BTN_T_COLOR, 0, {0}};
   if (color.name != NULL) {
      bts_set_text(button, name, color.name);
      return;
   }
   value.as.rgba = bts_packed(color);
   bts_set(button, name, &value);
}

#include "buttond_properties.h"

/* ------------------------------------------------------------------------------- runs of a title */

/* A run: a part of a title; what is NULL or 0 is as the title has it. */
typedef struct bts_text_run {
   const char *text;
   const bts_color *color;
   const char *font_weight; /* "bold" and so on */
   int italic, underline, strikethrough;
   const char *link; /* an address of https, http or mailto that opens with a click */
} bts_text_run;

/* JSON text that is being written; what has no room is counted all the same. */
typedef struct bts_json {
   char text[4096];
   size_t length;
} bts_json;

static inline void bts_json_add(bts_json *json, const char *text, size_t length) {
   if (length <= sizeof json->text && json->length <= sizeof json->text - length)
      memcpy(json->text + json->length, text, length);
   json->length += length;
}

static inline void bts_json_raw(bts_json *json, const char *text) {
   bts_json_add(json, text, strlen(text));
}

static inline void bts_json_quote(bts_json *json, const char *text) {
   static const char digits[] = "0123456789abcdef";
   bts_json_raw(json, "\"");
   for (; *text != 0; text++) {
      unsigned char byte = (unsigned char)*text;
      char escape[6] = {'\\', 'u', '0', '0', '0', '0'};
      if (byte == '"' || byte == '\\') {
         escape[1] = *text;
         bts_json_add(json, escape, 2);
      } else if (byte < 0x20) {
         escape[4] = digits[byte >> 4];
         escape[5] = digits[byte & 15];
         bts_json_add(json, escape, 6);
      } else {
         bts_json_add(json, text, 1);
      }
   }
   bts_json_raw(json, "\"");
}

static inline void bts_json_color(bts_json *json, bts_color color) {
   static const char digits[] = "0123456789ABCDEF";
   uint32_t rgba = bts_packed(color);
   char text[10] = "#00000000";
   int i;
   for (i = 0; i < 8; i++) text[i + 1] = digits[rgba >> (28 - 4 * i) & 15];
   bts_json_quote(json, color.name != NULL ? color.name : text);
}

/* Makes the title of runs, each with its attributes, at most 32; drops the title. Without runs there is
 * none. */
static inline void bts_set_title_runs(bts_button *button, const bts_text_run *runs, size_t count) {
   btn_value value = {BTN_T_STRING, 0, {0}};
   bts_json json;
   size_t i;
   json.length = 0;
   bts_json_raw(&json, "[");
   for (i = 0; i < count; i++) {
      bts_json_raw(&json, i == 0 ? "{\"text\":" : ",{\"text\":");
      bts_json_quote(&json, runs[i].text == NULL ? "" : runs[i].text);
      if (runs[i].color != NULL) {
         bts_json_raw(&json, ",\"color\":");
         bts_json_color(&json, *runs[i].color);
      }
      if (runs[i].font_weight != NULL) {
         bts_json_raw(&json, ",\"fontWeight\":");
         bts_json_quote(&json, runs[i].font_weight);
      }
      if (runs[i].italic) bts_json_raw(&json, ",\"italic\":true");
      if (runs[i].underline) bts_json_raw(&json, ",\"underline\":true");
      if (runs[i].strikethrough) bts_json_raw(&json, ",\"strikethrough\":true");
      if (runs[i].link != NULL) {
         bts_json_raw(&json, ",\"link\":");
         bts_json_quote(&json, runs[i].link);
      }
      bts_json_raw(&json, "}");
   }
   bts_json_raw(&json, "]");
   if (json.length > sizeof json.text) {
      bts_fail(button, "the runs of the title have no room in 4 KiB");
      return;
   }
   value.as.s = json.text;
   value.len = (uint32_t)json.length;
   bts_set(button, "titleRuns", &value);
}

/* ---------------------------------------------------------------------------- several at once */

/* The title's points and weight. */
static inline void bts_set_title_font(bts_button *button, double points, bts_font_weight weight) {
   bts_set_title_font_size(button, points);
   bts_set_title_font_weight(button, weight);
}

static inline void bts_set_content_insets(bts_button *button, double points) {
   bts_set_content_insets_top(button, points);
   bts_set_content_insets_leading(button, points);
   bts_set_content_insets_bottom(button, points);
   bts_set_content_insets_trailing(button, points);
}

/* The ring of the focus, which base styles draw where no outline is set. */
static inline void bts_show_focus_ring(bts_button *button) {
   bts_set_background_stroke_color(button, bts_named("tint"));
   bts_set_background_stroke_width(button, 2);
   bts_set_background_stroke_outset(button, 4);
}

/* While the button is pressed, its opacity and its size, which stays where the reader wants little to
 * move. */
static inline void bts_show_press(bts_button *button, double opacity, double scale) {
   if (!bts_flag(button, "button.isHighlighted")) return;
   bts_set_opacity(button, opacity);
   if (scale != 1 && !bts_flag(button, "env.reduceMotion")) bts_set_scale(button, scale);
}

#endif /* BUTTOND_STYLE_H */
