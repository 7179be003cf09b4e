/* Pill: a capsule in the button's own colours. A complete style plugin in C99; build it with
 *     cc -std=c99 -O2 -shared -fPIC -fvisibility=hidden -I../../Sources/CButtonPlugin/include -o libPill.so Pill.c
 */
#include <buttond_plugin.h>
#include <string.h>

/* What the plugin remembers: the host's table and the keys of the names it uses. */
struct pill {
   const btn_host_api *host;
   btn_key isHighlighted, isSelected, isEnabled;        /* reads */
   btn_key isFocused;                                   /* reads */
   btn_key ownForeground, ownBackground, tint, outline; /* reads */
   btn_key background, backgroundEffect, foreground;    /* sets */
   btn_key cornerStyle, strokeColor, strokeWidth;       /* sets */
};

static struct pill the_pill;

static btn_key key(const btn_host_api *host, const char *name) {
   return host->intern(host->host, name, (uint32_t)strlen(name));
}

static btn_status create(const btn_host_api *host, void **self) {
   struct pill *p = &the_pill;
   p->host = host;
   p->isHighlighted = key(host, "button.isHighlighted");
   p->isSelected = key(host, "button.isSelected");
   p->isEnabled = key(host, "button.isEnabled");
   p->isFocused = key(host, "button.isFocused");
   p->ownForeground = key(host, "button.baseForegroundColor");
   p->ownBackground = key(host, "button.baseBackgroundColor");
   p->tint = key(host, "env.tint");
   p->outline = key(host, "button.parameters.outline");
   p->background = key(host, "background.backgroundColor");
   p->backgroundEffect = key(host, "background.backgroundColorTransformer");
   p->foreground = key(host, "baseForegroundColor");
   p->cornerStyle = key(host, "cornerStyle");
   p->strokeColor = key(host, "background.strokeColor");
   p->strokeWidth = key(host, "background.strokeWidth");
   *self = p;
   return BTN_OK;
}

static int is_true(struct pill *p, btn_request *request, btn_key name) {
   btn_value value;
   return p->host->get(request, name, &value) == BTN_OK && value.type == BTN_T_BOOL && value.as.i;
}

/* The colour that a name stands for, or another where there is none. */
static uint32_t color(struct pill *p, btn_request *request, btn_key name, uint32_t otherwise) {
   btn_value value;
   if (p->host->get(request, name, &value) != BTN_OK || value.type != BTN_T_COLOR) return otherwise;
   return value.as.rgba;
}

/* The alpha channel multiplied by some quarters, rounded half up. */
static uint32_t quarters(uint32_t rgba, uint32_t n) {
   return (rgba & 0xFFFFFF00u) | (((rgba & 0xFFu) * n + 2) / 4);
}

static void set_color(struct pill *p, btn_request *request, btn_key name, uint32_t rgba) {
   btn_value value = {BTN_T_COLOR, 0, {0}};
   value.as.rgba = rgba;
   p->host->set(request, name, &value);
}

static void set_text(struct pill *p, btn_request *request, btn_key name, const char *text) {
   btn_value value = {BTN_T_STRING, 0, {0}};
   value.len = (uint32_t)strlen(text);
   value.as.s = text;
   p->host->set(request, name, &value);
}

static void set_number(struct pill *p, btn_request *request, btn_key name, double number) {
   btn_value value = {BTN_T_FLOAT, 0, {0}};
   value.as.f = number;
   p->host->set(request, name, &value);
}

static double outline(struct pill *p, btn_request *request) {
   btn_value value;
   if (p->host->get(request, p->outline, &value) != BTN_OK) return 0;
   if (value.type == BTN_T_FLOAT) return value.as.f;
   return value.type == BTN_T_INT ? (double)value.as.i : 0;
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
   struct pill *p = self;
   int highlighted = is_true(p, request, p->isHighlighted);
   int selected = is_true(p, request, p->isSelected);
   int enabled = is_true(p, request, p->isEnabled);
   uint32_t back = color(p, request, p->ownBackground, 0);
   uint32_t front = color(p, request, p->ownForeground, 0xFFFFFFFFu);
   double width = outline(p, request);
   (void)entry; /* there is one style */

   if (back == 0) back = color(p, request, p->tint, 0x007AFFFFu);
   if (selected) {
      uint32_t swapped = back;
      back = front;
      front = swapped;
   }
   if (!enabled) {
      back = quarters(back, 1);
      front = quarters(front, 2);
   }
   set_text(p, request, p->cornerStyle, "capsule");
   set_color(p, request, p->background, back);
   set_color(p, request, p->foreground, front);
   if (highlighted) set_text(p, request, p->backgroundEffect, "darker(0.25)");
   if (width > 0 && !is_true(p, request, p->isFocused)) { /* then the base draws its ring */
      set_color(p, request, p->strokeColor, front);
      set_number(p, request, p->strokeWidth, width);
   }
   return BTN_OK;
}

static const btn_plugin plugin = {
   sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
   "dev.buttond.pill", "1.0.0",
   create, NULL, resolve, NULL,
};

const btn_plugin *buttond_plugin_v1(const btn_abi_info *host) {
   return host->magic == BTN_MAGIC && host->abi_major == BTN_ABI_MAJOR ? &plugin : NULL;
}
