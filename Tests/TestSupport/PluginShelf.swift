import Glibc

/// A folder of plugin folders with plugins in C that a test writes, built as a third party would:
/// against the installed header and nothing else.
package final class PluginShelf {
  private let folder = TemporaryFolder()
  /// Whose daemon reads it.
  private let identity: DaemonIdentity

  package init() { identity = .own }

  /// An empty one, which another user's daemon can read.
  package init(for identity: DaemonIdentity) throws {
    self.identity = identity
    try identity.own(folder.path)
  }

  /// What makes the daemon find them.
  package var arguments: [String] { ["--plugins", folder.path] }

  /// The path of a file of a plugin.
  package func path(_ name: String, _ file: String) -> String { folder.file("\(name)/\(file)") }

  /// Builds a plugin of a whole source text, in place of one of that name. Its id is `org.example.NAME`, its style `NAME/look`, its
  /// handler `NAME/say`; it may read `state.shop.*`; unless a manifest says otherwise.
  package func add(_ name: String, source: String, manifest: String? = nil) throws {
    let library = try FileBytes.read(
      Compilation(
        ["cc", "-shared", "-fPIC", "-fvisibility=hidden"], [("Plugin.c", source)],
        headers: [InstalledPrefix().headers]
      ).file())
    let manifest = manifest ?? PluginShelf.manifest(name)
    // Each file, and a new folder, is there whole or not at all.
    let isNew = access(folder.file(name), F_OK) != 0
    let place = isNew ? ".new-\(name)" : name
    if isNew { try Folder.make(folder.file(place)) }
    for (file, bytes) in [("plugin.json", Array(manifest.utf8)), ("libPlugin.so", library)] {
      try FileBytes.replace(folder.file("\(place)/\(file)"), with: bytes)
    }
    try identity.own(folder.file(place))
    if isNew { try move(place, to: name) }
  }

  /// Takes a plugin away.
  package func remove(_ name: String) throws { try move(name, to: ".gone-\(name)") }

  private func move(_ name: String, to other: String) throws {
    guard rename(folder.file(name), folder.file(other)) == 0 else {
      throw TestFailure("\(folder.file(name)) cannot be moved: errno \(errno)")
    }
  }

  /// Builds a plugin whose `resolve` has a body, which sees `request` and the short forms below.
  package func add(
    _ name: String, resolve body: String, create: String = "", declarations: String = "",
    manifest: String? = nil
  ) throws {
    try add(
      name, source: PluginShelf.source(name, body, create: create, declarations: declarations),
      manifest: manifest)
  }

  /// Short forms of the header's functions, for plugins in C that tests write.
  package static let shortForms = """
    static const btn_host_api *host;
    static btn_key key(const char *name) {
      return host->intern(host->host, name, (uint32_t)strlen(name));
    }
    static btn_status get(btn_request *r, const char *name, btn_value *out) {
      return host->get(r, key(name), out);
    }
    static btn_value value_of(btn_type type) {
      btn_value v;
      memset(&v, 0, sizeof v);
      v.type = type;
      return v;
    }
    static btn_status set_text(btn_request *r, const char *name, const char *text) {
      btn_value v = value_of(BTN_T_STRING);
      v.len = (uint32_t)strlen(text);
      v.as.s = text;
      return host->set(r, key(name), &v);
    }
    static btn_status set_flag(btn_request *r, const char *name, int flag) {
      btn_value v = value_of(BTN_T_BOOL);
      v.as.i = flag;
      return host->set(r, key(name), &v);
    }
    static btn_status set_number(btn_request *r, const char *name, double number) {
      btn_value v = value_of(BTN_T_FLOAT);
      v.as.f = number;
      return host->set(r, key(name), &v);
    }
    static btn_status set_color(btn_request *r, const char *name, uint32_t rgba) {
      btn_value v = value_of(BTN_T_COLOR);
      v.as.rgba = rgba;
      return host->set(r, key(name), &v);
    }
    """

  private static func source(
    _ name: String, _ body: String, create: String, declarations: String
  ) -> String {
    """
    #include <buttond_plugin.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    \(shortForms)

    /* The text of a state key, or an empty one. */
    static const char *get_text(btn_request *request, const char *name, char text[256]) {
      btn_value value;
      text[0] = 0;
      if (get(request, name, &value) == BTN_OK && value.type == BTN_T_STRING)
        snprintf(text, 256, "%.*s", (int)value.len, value.as.s);
      return text;
    }

    \(declarations)

    static btn_status create(const btn_host_api *api, void **self) {
      host = api;
      *self = &host;
      \(create)
      return BTN_OK;
    }

    static btn_status resolve(void *self, btn_key entry, btn_request *request) {
      char text[256];
      (void)self, (void)entry, (void)text;
      \(body)
      return BTN_OK;
    }

    static const btn_plugin plugin = {
      sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
      "org.example.\(name)", "1.0.0", create, NULL, resolve, NULL,
    };

    const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
      return info->magic == BTN_MAGIC ? &plugin : NULL;
    }
    """
  }

  package static func manifest(_ name: String) -> String {
    """
    {
      "schemaVersion": 1, "id": "org.example.\(name)", "name": "\(name)", "version": "1.0.0",
      "license": "Apache-2.0", "description": "A plugin of a test.",
      "abi": {"major": 1, "minor": 0},
      "library": {"linux-x86_64": "libPlugin.so", "linux-aarch64": "libPlugin.so"},
      "styles": [{"name": "look", "title": "Look", "documentation": "A look.", "base": "plain"}],
      "handlers": [{
        "name": "say", "title": "Say", "documentation": "Says something.",
        "parameters": {"key": {"type": "string", "default": "", "documentation": "What to read."}}
      }],
      "reads": ["state.shop.*"], "fallback": "plain"
    }
    """
  }
}
