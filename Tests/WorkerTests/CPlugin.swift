import Glibc
import PluginChannel
import TestSupport

/// A plugin in C that a test writes, compiled against the header as a third party would.
struct CPlugin {
  private let folder: TemporaryFolder
  /// The shared library.
  let path: String

  /// What the compiler said.
  struct CompilerError: Error, CustomStringConvertible {
    let description: String
  }

  /// Compiles a whole source text.
  init(source: String) throws {
    folder = TemporaryFolder()
    folder.write(source, to: "Plugin.c")
    path = folder.file("libPlugin.so")
    try Compiler.run([
      "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-shared", "-fPIC",
      "-fvisibility=hidden", "-I", Products.source("Sources/CButtonPlugin/include"), "-o", path,
      folder.file("Plugin.c"), "-pthread",
    ])
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

  /// Short forms of the header's functions; `say` puts a number into the subtitle, so that a test
  /// sees a status.
  static let prelude = """
    #include <buttond_plugin.h>
    #include <stdio.h>
    #include <string.h>
    #include <unistd.h>
    static const btn_host_api *host;
    static btn_key key(const char *name) {
      return host->intern(host->host, name, (uint32_t)strlen(name));
    }
    static btn_status get(btn_request *r, const char *name, btn_value *out) {
      return host->get(r, key(name), out);
    }
    static btn_status set_text(btn_request *r, const char *name, const char *text) {
      btn_value v;
      memset(&v, 0, sizeof v);
      v.type = BTN_T_STRING;
      v.len = (uint32_t)strlen(text);
      v.as.s = text;
      return host->set(r, key(name), &v);
    }
    static btn_status set_number(btn_request *r, const char *name, double number) {
      btn_value v;
      memset(&v, 0, sizeof v);
      v.type = BTN_T_FLOAT;
      v.as.f = number;
      return host->set(r, key(name), &v);
    }
    static btn_status set_color(btn_request *r, const char *name, uint32_t rgba) {
      btn_value v;
      memset(&v, 0, sizeof v);
      v.type = BTN_T_COLOR;
      v.as.rgba = rgba;
      return host->set(r, key(name), &v);
    }
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

/// The machine's compiler.
enum Compiler {
  /// Runs a command and throws what it printed when it fails.
  static func run(_ command: [String]) throws {
    let folder = TemporaryFolder()
    let output = folder.file("output")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
    guard error == 0 else {
      throw CPlugin.CompilerError(description: "\(command[0]): errno \(error)")
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    guard status == 0 else { throw CPlugin.CompilerError(description: contents(of: output)) }
  }

  private static func contents(of path: String) -> String {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }
}
