import TestSupport

/// Two plugins in C, `probe` and `echo`, whose styles and handlers set what the button's parameters
/// say, so that a fixture can put anything into any layer.
///
/// A style `look`, `gray`, `tinted` or `filled` (`look` is over plain, the others over their
/// namesakes) applies the parameter `always`, then the one named like the button's exact state, with
/// `-` for `+`, else `otherwise`. The handler `say` does the same with `then-` before the names. A
/// parameter is a list of `TYPE:NAME=VALUE`, separated by `;`, in which the type is `s` for text,
/// `f` for a number, `b` for a flag (`1` or `0`), `k` for what a name reads as (`k:title=state.probe.a`)
/// and `fail` for giving up (`fail:=reason`).
///
/// The primitive style `hold` acts 100 ms after a press began, and every 50 ms from then on if its
/// parameter `again` is true.
enum ProbePlugin {
  /// Builds both into a shelf.
  static func add(to shelf: PluginShelf) throws {
    for name in ["probe", "echo"] {
      try shelf.add(
        name, source: source.replacing("PLUGIN-ID", with: "org.example.\(name)"),
        manifest: manifest(name))
    }
  }

  private static let states = [
    "always", "otherwise", "normal", "highlighted", "disabled", "selected", "focused",
    "highlighted-selected", "disabled-selected", "highlighted-focused", "selected-focused",
    "highlighted-selected-focused", "disabled-focused", "disabled-selected-focused",
  ]

  private static func manifest(_ name: String) -> String {
    func parameters(_ prefix: String) -> String {
      states.map { #""\#(prefix)\#($0)": {"type": "string", "documentation": "What to set."}"# }
        .joined(separator: ",\n")
    }
    func style(_ name: String, _ base: String) -> String {
      #"{"name": "\#(name)", "title": "\#(name)", "documentation": "Sets what it is told to.", "#
        + #""base": "\#(base)", "parameters": {\#(parameters(""))}}"#
    }
    return """
      {
        "schemaVersion": 1, "id": "org.example.\(name)", "name": "\(name)", "version": "1.0.0",
        "license": "Apache-2.0", "description": "A plugin of a test.",
        "abi": {"major": 1, "minor": 0},
        "library": {"linux-x86_64": "libPlugin.so", "linux-aarch64": "libPlugin.so"},
        "styles": [
          \(style("look", "plain")), \(style("gray", "gray")), \(style("tinted", "tinted")),
          \(style("filled", "filled")),
          {
            "name": "hold", "title": "Hold", "documentation": "Acts when it is held.",
            "base": "gray", "isPrimitive": true,
            "parameters": {
              "again": {"type": "bool", "default": false, "documentation": "Act again and again."}
            }
          }
        ],
        "handlers": [{
          "name": "say", "title": "Say", "documentation": "Sets what it is told to.",
          "parameters": {\(parameters("then-"))}
        }],
        "reads": ["state.probe.*"], "fallback": "plain"
      }
      """
  }

  private static let source = #"""
    #include <buttond_plugin.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    static const btn_host_api *host;
    static btn_key handler;

    static btn_key key(const char *name) {
      return host->intern(host->host, name, (uint32_t)strlen(name));
    }

    static int flag(btn_request *request, const char *name) {
      btn_value value;
      memset(&value, 0, sizeof value);
      return host->get(request, key(name), &value) == BTN_OK && value.type == BTN_T_BOOL
        && value.as.i != 0;
    }

    /* One TYPE:NAME=VALUE. */
    static btn_status apply_one(btn_request *request, char *text) {
      char *name = strchr(text, ':');
      char *word = name ? strchr(name, '=') : NULL;
      btn_value value;
      if (!name || !word) return BTN_E_INVALID;
      *name++ = 0;
      *word++ = 0;
      memset(&value, 0, sizeof value);
      if (strcmp(text, "fail") == 0)
        return host->fail(request, BTN_E_INTERNAL, word, (uint32_t)strlen(word));
      if (strcmp(text, "k") == 0) {
        btn_status status = host->get(request, key(word), &value);
        if (status == BTN_UNSET) return BTN_OK;
        if (status != BTN_OK) return status;
      } else if (strcmp(text, "f") == 0) {
        value.type = BTN_T_FLOAT;
        value.as.f = strtod(word, NULL);
      } else if (strcmp(text, "b") == 0) {
        value.type = BTN_T_BOOL;
        value.as.i = *word == '1';
      } else {
        value.type = BTN_T_STRING;
        value.len = (uint32_t)strlen(word);
        value.as.s = word;
      }
      return host->set(request, key(name), &value);
    }

    /* Applies the parameter of a name; 1 when there is one. */
    static int apply(btn_request *request, const char *prefix, const char *state,
                     btn_status *status) {
      char name[128], text[4096], *rest = text, *part;
      btn_value value;
      snprintf(name, sizeof name, "button.parameters.%s%s", prefix, state);
      memset(&value, 0, sizeof value);
      if (host->get(request, key(name), &value) != BTN_OK || value.type != BTN_T_STRING) return 0;
      snprintf(text, sizeof text, "%.*s", (int)value.len, value.as.s);
      while (*status == BTN_OK && rest && *rest) {
        part = rest;
        rest = strchr(part, ';');
        if (rest) *rest++ = 0;
        *status = apply_one(request, part);
      }
      return 1;
    }

    static btn_status create(const btn_host_api *api, void **self) {
      host = api;
      handler = key("handler.say");
      *self = &host;
      return BTN_OK;
    }

    static btn_status resolve(void *self, btn_key entry, btn_request *request) {
      const char *prefix = entry == handler ? "then-" : "";
      char state[128] = "";
      btn_status status = BTN_OK;
      (void)self;
      if (flag(request, "button.isHighlighted")) strcat(state, "-highlighted");
      if (!flag(request, "button.isEnabled")) strcat(state, "-disabled");
      if (flag(request, "button.isSelected")) strcat(state, "-selected");
      if (flag(request, "button.isFocused")) strcat(state, "-focused");
      apply(request, prefix, "always", &status);
      if (!apply(request, prefix, *state ? state + 1 : "normal", &status))
        apply(request, prefix, "otherwise", &status);
      return status;
    }

    static btn_status event(void *self, btn_key entry, btn_request *request,
                            const btn_pointer_event *event, uint8_t *scratch) {
      const btn_host_gesture *gesture = host->get_extension(host->host, BTN_EXT_GESTURE);
      const btn_host_press_timer *timer = host->get_extension(host->host, BTN_EXT_PRESS_TIMER);
      (void)self, (void)entry, (void)scratch;
      switch (event->phase) {
      case BTN_POINTER_BEGAN:
        gesture->set_pressed(request, 1);
        return timer->set_timer(request, 100);
      case BTN_POINTER_TIMER:
        if (flag(request, "button.parameters.again")) timer->set_timer(request, 50);
        return gesture->trigger(request);
      }
      return BTN_OK;
    }

    static const void *get_extension(void *self, const char *id) {
      static const btn_plugin_gesture gesture = {sizeof(btn_plugin_gesture), event};
      (void)self;
      return strcmp(id, BTN_EXT_GESTURE) ? NULL : &gesture;
    }

    static const btn_plugin plugin = {
      sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
      "PLUGIN-ID", "1.0.0", create, NULL, resolve, get_extension,
    };

    const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
      return info->magic == BTN_MAGIC ? &plugin : NULL;
    }
    """#
}
