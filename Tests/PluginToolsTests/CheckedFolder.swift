import Glibc
import PluginTools
import TestSupport

/// A plugin's folder that a test checks: a manifest, and a library built as a third party would.
final class CheckedFolder {
  private let folder = TemporaryFolder()

  /// Its path.
  var path: String { folder.path }

  /// Compiles a plugin in C from its whole source text.
  init(source: String, manifest: String = CheckedFolder.manifest(), flags: [String] = []) throws {
    folder.write(manifest, to: "plugin.json")
    try compile(source, flags)
  }

  /// Compiles a plugin whose functions have these bodies; `resolve` sees `self`, `entry`, `request`
  /// and the functions of the prelude.
  convenience init(
    _ resolve: String = "", create: String = "", destroy: String = "", declarations: String = "",
    getExtension: String = "NULL", manifest: String = CheckedFolder.manifest(),
    flags: [String] = []
  ) throws {
    try self.init(
      source: """
        \(CheckedFolder.prelude)
        \(declarations)
        static btn_status create(const btn_host_api *api, void **self) {
          host = api;
          *self = &host;
          \(create)
          return BTN_OK;
        }
        static void destroy(void *self) { \(destroy) }
        static btn_status resolve(void *self, btn_key entry, btn_request *request) {
          btn_value value;
          memset(&value, 0, sizeof value);
          set_number(request, "titleFontSize", 30);
          set_color(request, "titleColor", 0x000000FFu);
          set_color(request, "background.backgroundColor", 0xFFFFFFFFu);
          \(resolve)
          /* Every state shows. */
          set_number(request, "background.cornerRadius",
            is_true(request, "button.isHighlighted") + 2 * is_true(request, "button.isSelected")
            + 4 * !is_true(request, "button.isEnabled"));
          return BTN_OK;
        }
        static const btn_plugin plugin = {
          sizeof(btn_plugin), BTN_ABI_MAJOR, 0, 0, "org.example.checked", "1.0", create, destroy,
          resolve, \(getExtension)};
        const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) { return &plugin; }
        """, manifest: manifest, flags: flags)
  }

  /// A plugin of this repository as it is built here.
  init(shipped name: String) throws {
    let text = try CheckedFolder.contents("Plugins/\(name)/plugin.json")
    folder.write(CheckedFolder.unhurried(text), to: "plugin.json")
    let library = "lib\(name).so"
    if access(Products.path(library), R_OK) == 0 {
      let result = try Program.run(
        "cp", [Products.path(library), folder.file(library)])
      guard result.end == .exited(0) else { throw TestFailure("cp: \(result.error)") }
    } else {
      try Compilation(shipped: name).copy(to: folder.file(library))
    }
  }

  /// Writes a file.
  func write(_ text: String, to name: String) { folder.write(text, to: name) }

  /// The items that are tried by one worker together.
  static let surveyed: Set = [
    "manifest", "elf", "sandbox", "answers", "undeclared-reads", "range", "output", "states",
    "contrast",
  ]

  /// What a sound plugin is tried in: those, and in the soak all items, which take 17 workers. In the usual
  /// run CheckItemTests has a plugin with one mistake pass all others.
  static var few: Set<String>? { scaled(2, few: 1) > 1 ? nil : surveyed }

  /// Checks it, with small counts unless a test wants more.
  func check(
    only: Set<String>? = nil, seed: UInt64 = 1, case number: Int? = nil,
    milliseconds: Int = 20_000
  ) throws -> CheckReport {
    let settings = CheckSettings(
      folder: path, workerPath: Products.path("buttond-worker"), seed: seed,
      reproducedCase: number, only: only, milliseconds: milliseconds, fuzzCases: scaled(256),
      lives: 1_000)
    return try PluginCheck(settings).run()
  }

  private func compile(
    _ source: String, _ flags: [String] = []
  ) throws {
    try Compilation(
      [
        "cc", "-std=gnu99", "-O1", "-g", "-Wall", "-Wno-unused", "-shared", "-fPIC",
        "-fvisibility=hidden",
      ], [("Plugin.c", source)],
      headers: [Products.headers], linking: flags
    ).copy(to: folder.file("libPlugin.so"))
  }
}

extension CheckedFolder {
  /// A manifest with one style and one handler, and what a test wants to differ.
  static func manifest(
    styles: String = "[{\"name\": \"look\"}]", reads: String = "[\"state.shop.*\"]",
    license: String = "Apache-2.0", more: String = ""
  ) -> String {
    unhurried(
      """
      {
        "schemaVersion": 1, "id": "org.example.checked", "name": "checked", "version": "1.0",
        "license": "\(license)",
        "abi": {"major": 1}, "library": "libPlugin.so", "styles": \(styles),
        "handlers": [{"name": "say"}], "reads": \(reads)\(more)
      }
      """)
  }

  /// A manifest that gives a start all the time it may have, since the machine may be busy.
  private static func unhurried(_ manifest: String) -> String {
    guard !manifest.contains("\"limits\""), let start = manifest.firstIndex(of: "{") else {
      return manifest
    }
    return "{\n\"limits\": {\"startTimeoutMs\": 10000}," + manifest[manifest.index(after: start)...]
  }

  private static func contents(_ path: String) throws -> String {
    try ProcessFile.text(Products.source(path))
  }

  private static let prelude = """
    #define _GNU_SOURCE
    #include <buttond_plugin.h>
    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/socket.h>
    #include <time.h>
    #include <unistd.h>
    \(PluginShelf.shortForms)
    static int is_true(btn_request *r, const char *name) {
      btn_value v;
      return get(r, name, &v) == BTN_OK && v.type == BTN_T_BOOL && v.as.i;
    }
    """
}
