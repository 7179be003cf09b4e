import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// Plugins and hosts of different minors meet: tables only grow at their end, and each side looks at
/// no more than what it knows to be there.
@Suite(.serialized, .blocking) struct ABITests {
  /// The header as a minor 1 might be: a member more in each table, behind what opts in.
  private static func nextHeader(in folder: TemporaryFolder) throws {
    var header = try ProcessFile.text(
      Products.source("Sources/CButtonPlugin/include/buttond_plugin.h"))
    header = header.replacing(
      "} btn_host_api;",
      with: """
        #if BTN_USE_ABI_MINOR >= 1
           int32_t (*answer)(btn_host *host);
           void *reserved[8];
        #endif
        } btn_host_api;
        """)
    header = header.replacing(
      "} btn_plugin;",
      with: """
        #if BTN_USE_ABI_MINOR >= 1
           btn_status (*later)(void *self);
           void *reserved[8];
        #endif
        } btn_plugin;
        #define BTN_EXT_FUTURE "buttond.future/1"
        """)
    folder.write(header, to: "buttond_plugin.h")
  }

  /// A plugin that shows what it found of the host; made for minor 1 it uses what 1.1 has, if it is there.
  private static let source = """
    \(CPlugin.prelude)
    static int later_calls, future;
    static btn_status create(const btn_host_api *api, void **self) {
      host = api;
      *self = (void *)api;
      future = api->get_extension(api->host, "buttond.future/1") != NULL;
      return BTN_OK;
    }
    static btn_status resolve(void *self, btn_key entry, btn_request *request) {
      char text[100];
      int answer = 0;
      (void)self, (void)entry;
    #if BTN_USE_ABI_MINOR >= 1
      if (BTN_HAS(host, answer)) answer = host->answer(host->host);
    #endif
      snprintf(text, sizeof text, "host 1.%u, %s, answer %d, future %d", host->abi_minor,
               host->size == HOST_BYTES ? "small" : "large", answer, future);
      set_text(request, "title", text);
      if (set_text(request, "fromTheFuture", "x") == BTN_E_UNKNOWN_KEY)
        set_text(request, "subtitle", "went on");
      return BTN_OK;
    }
    #if BTN_USE_ABI_MINOR >= 1
    static btn_status later(void *self) { (void)self; return ++later_calls; }
    #endif
    static const void *extension(void *self, const char *id) {
      (void)self;
      return strcmp(id, "buttond.future/1") == 0 ? &later_calls : NULL;
    }
    static const btn_plugin plugin = {
      sizeof(btn_plugin), BTN_ABI_MAJOR, 0, 0, "org.example.test", "1.0", create, NULL, resolve, extension,
    #if BTN_USE_ABI_MINOR >= 1
      later, {0},
    #endif
    };
    const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
      return info->magic == BTN_MAGIC && info->abi_major == 1 ? &plugin : NULL;
    }
    """

  /// A host of minor 1 in a program of its own: its table has more members, and the plugin's is read
  /// no further than it goes.
  private static let nextHost = """
    #include <buttond_plugin.h>
    #include <dlfcn.h>
    #include <stdio.h>
    #include <string.h>
    static char names[16][64];
    static btn_key names_count;
    static btn_key intern(btn_host *h, const char *name, uint32_t len) {
      (void)h;
      snprintf(names[names_count], 64, "%.*s", (int)len, name);
      return ++names_count;
    }
    static int future = 1;
    static const void *get_extension(btn_host *h, const char *id) {
      (void)h;
      return strcmp(id, "buttond.future/1") == 0 ? &future : NULL;
    }
    static void log_line(btn_host *h, int32_t l, const char *m, uint32_t n) { (void)h, (void)l, (void)m, (void)n; }
    static void update(btn_host *h, uint64_t b) { (void)h, (void)b; }
    static btn_status get(btn_request *r, btn_key k, btn_value *v) { (void)r, (void)k, (void)v; return BTN_UNSET; }
    static btn_status set(btn_request *r, btn_key k, const btn_value *v) {
      (void)r;
      if (strcmp(names[k - 1], "fromTheFuture") == 0) return BTN_E_UNKNOWN_KEY;
      printf("%s=%.*s\\n", names[k - 1], (int)v->len, v->as.s);
      return BTN_OK;
    }
    static btn_status fail(btn_request *r, btn_status s, const char *m, uint32_t n) { (void)r, (void)m, (void)n; return s; }
    static int32_t answer(btn_host *h) { (void)h; return 42; }
    int main(int count, char **words) {
      static const btn_host_api api = {
        sizeof(btn_host_api), 1, 1, 9, NULL, intern, get_extension, log_line, update, get, set, fail, answer, {0}};
      const btn_abi_info info = {BTN_MAGIC, 1, 1, sizeof(void *)};
      void *library = count == 2 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
      const btn_plugin *(*entry)(const btn_abi_info *) = NULL;
      if (library) *(void **)&entry = dlsym(library, "buttond_plugin_v1");
      const btn_plugin *plugin = entry ? entry(&info) : NULL;
      void *self = NULL;
      if (!plugin || plugin->create(&api, &self) != BTN_OK) return 1;
      printf("later=%d\\n", BTN_HAS(plugin, later) ? plugin->later(self) : 0);
      return plugin->resolve(self, 1, (btn_request *)&future) == BTN_OK ? 0 : 2;
    }
    """

  /// Compiles the plugin against today's header, or against that of a minor 1.
  private static func build(minor: Int, in folder: TemporaryFolder) throws -> String {
    try nextHeader(in: folder)
    return try Compilation(
      [
        "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-shared", "-fPIC",
        "-fvisibility=hidden", "-DBTN_USE_ABI_MINOR=\(minor)", "-DHOST_BYTES=80",
      ], [("Plugin.c", source)], headers: [minor == 0 ? Products.headers : folder.path]
    ).file()
  }

  private func load(_ library: String) -> LoadFrame {
    LoadFrame(
      libraryPath: library, pluginID: "org.example.test", version: "1.0", styles: ["a"],
      handlers: ["h"])
  }

  @Test(arguments: [0, 1])
  func aPluginOfEitherHeaderWorksInThisHost(minor: Int) throws {
    let folder = TemporaryFolder()
    let worker = try WorkerFixture(load(try Self.build(minor: minor, in: folder)))
    let hello = try worker.hello()
    #expect(hello.abiMajor == 1 && hello.abiMinor == 0, "it needs no more than 1.0")
    let answer = try worker.resolve { $0.addButton() }
    #expect(try answer.value(.title) == .text("host 1.0, small, answer 0, future 0"))
    #expect(try answer.value(.subtitle) == .text("went on"))
  }

  @Test(arguments: [(0, "later=0", 0), (1, "later=1", 42)])
  func aPluginOfEitherHeaderWorksInAHostOfMinorOne(minor: Int, later: String, answer: Int) throws {
    let folder = TemporaryFolder()
    let library = try Self.build(minor: minor, in: folder)
    let host = try Compilation(
      ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-DBTN_USE_ABI_MINOR=1"],
      [("host.c", Self.nextHost)], headers: [folder.path], linking: ["-ldl"]
    ).file()
    let result = try Program.run(host, [library])
    #expect(result.end == .exited(0))
    #expect(
      result.output == """
        \(later)
        title=host 1.1, large, answer \(answer), future 1
        subtitle=went on

        """)
  }

  @Test func aTableThatIsLongerThanThisHostKnowsIsFine() throws {
    let plugin = try CPlugin(
      resolve: "set_text(request, \"title\", \"here\");",
      table: "4096, 1, 0, 0, \"org.example.test\", \"1.0\"")
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("here"))
  }
}
