import PluginChannel
import TestSupport

/// A plugin in C that a test writes, compiled against the header as a third party would.
struct CPlugin {
  /// The shared library.
  let path: String

  /// One that is compiled.
  init(path: String) { self.path = path }

  /// Compiles a whole source text.
  init(source: String) throws {
    path = try Compilation(
      [
        "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-shared", "-fPIC",
        "-fvisibility=hidden",
      ], [("Plugin.c", source)], headers: [Products.headers], linking: ["-pthread"]
    ).file()
  }

  /// Compiles a plugin whose `resolve` has a body; it sees `host`, `entry`, `request` and the
  /// functions of the prelude.
  init(
    resolve body: String, create: String = "", declarations: String = "",
    table: String = "sizeof(btn_plugin), BTN_ABI_MAJOR, 0, 0, \"org.example.test\", \"1.0\"",
    getExtension: String = "NULL"
  ) throws {
    try self.init(
      source: """
        \(CPlugin.prelude)
        \(declarations)
        static btn_status create(const btn_host_api *api, void **self) {
          host = api;
          *self = (void *)api;
          \(create)
          return BTN_OK;
        }
        static btn_status resolve(void *self, btn_key entry, btn_request *request) {
          btn_value value;
          memset(&value, 0, sizeof value);
          \(body)
          return BTN_OK;
        }
        static void destroy(void *self) {
          host->log(host->host, BTN_LOG_INFO, "destroyed", 9);
        }
        static const btn_plugin plugin = {\(table), create, destroy, resolve, \(getExtension)};
        const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) { return &plugin; }
        """)
  }

  /// What the worker is told to load.
  func load(
    styles: [String] = ["a"], handlers: [String] = ["h"], reads: [String] = ["state.shop.*"]
  ) -> LoadFrame {
    LoadFrame(
      libraryPath: path, pluginID: "org.example.test", version: "1.0", styles: styles,
      handlers: handlers, reads: reads, permissions: .threads)
  }

  /// What a body sees; `say` puts what was read, or a status, into the title.
  static let prelude = """
    #include <buttond_plugin.h>
    #include <stdio.h>
    #include <string.h>
    #include <unistd.h>
    \(PluginShelf.shortForms)
    static void say(btn_request *r, const char *name, btn_value *v) {
      char text[256];
      btn_status s = get(r, name, v);
      if (s != BTN_OK) snprintf(text, sizeof text, "status %d", s);
      else if (v->type == BTN_T_STRING || v->type == BTN_T_JSON)
        snprintf(text, sizeof text, "%u:%.*s", v->type, (int)v->len, v->as.s);
      else if (v->type == BTN_T_FLOAT) snprintf(text, sizeof text, "3:%g", v->as.f);
      else if (v->type == BTN_T_COLOR) snprintf(text, sizeof text, "5:%08X", v->as.rgba);
      else snprintf(text, sizeof text, "%u:%lld", v->type, (long long)v->as.i);
      set_text(r, "title", text);
    }
    """
}
