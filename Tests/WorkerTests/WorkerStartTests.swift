import ButtonModel
import Glibc
import PluginChannel
import TestSupport
import Testing

/// What a plugin may do before it says hello: warm up, and read its own files.
@Suite(.serialized, .blocking) struct WorkerStartTests {
  /// A `get_extension` with a table for warming up.
  private static func warmUp(_ body: String, size: String = "sizeof(btn_plugin_warmup)") -> String {
    """
    static const btn_host_resources *resources;
    static char said[4000];
    static void note(const char *name, uint32_t length) {
      const uint8_t *bytes = (const uint8_t *)"";
      uint64_t count = 99;
      btn_status s = resources->read(host->host, name, length, &bytes, &count);
      int left = (int)(sizeof said - strlen(said));
      snprintf(said + strlen(said), (size_t)left, "%d:%d:%.20s%s|", s, (int)count,
               bytes ? (const char *)bytes : "-", bytes && bytes[count] ? "?" : "");
    }
    #define read_file(name) note(name, (uint32_t)strlen(name))
    static int warmed;
    static btn_status warm_up(void *self) {
      if (self != (void *)host) return -50;
      resources = host->get_extension(host->host, BTN_EXT_RESOURCES);
      warmed++;
      \(body)
      return BTN_OK;
    }
    static const void *get_extension(void *self, const char *id) {
      static const btn_plugin_warmup table = {\(size), warm_up};
      return strcmp(id, BTN_EXT_WARMUP) ? NULL : &table;
    }
    """
  }

  private func plugin(_ body: String, resolve: String = "", size: String? = nil) throws -> CPlugin {
    try CPlugin(
      resolve: resolve,
      declarations: size.map { Self.warmUp(body, size: $0) } ?? Self.warmUp(body),
      getExtension: "get_extension")
  }

  @Test func aPluginWarmsUpOnceBeforeHello() throws {
    let plugin = try plugin(
      "host->log(host->host, BTN_LOG_INFO, \"warm\", 4);",
      resolve: "set_number(request, \"titlePadding\", warmed);")
    let worker = try WorkerFixture(plugin.load())
    let log = try worker.next(.log).withUnsafeBytes { try LogFrame(payload: $0) }
    #expect(log.message == "warm")
    try worker.hello()
    for _ in 0..<2 {
      #expect(try worker.resolve { $0.addButton() }.value(.titlePadding) == .number(1))
    }
  }

  @Test func failingToWarmUpIsForGood() throws {
    let plugin = try plugin("return -7;")
    let failure = try WorkerFixture(plugin.load()).failure()
    #expect(failure.exitCode == 68)
    #expect(failure.message == "warm_up failed with status -7")
  }

  @Test func aTableTooShortIsRefused() throws {
    let plugin = try plugin("", size: "8")
    let failure = try WorkerFixture(plugin.load()).failure()
    #expect(failure.exitCode == 66)
    #expect(
      failure.message
        == "the plugin's table for buttond.warmup/1 has 8 bytes, 16 are needed")
  }

  /// A plugin's folder with files and what is none.
  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    folder.write("hello", to: "greeting.txt")
    folder.write("", to: "empty")
    folder.write("secret", to: ".hidden")
    mkdir(folder.file("images"), 0o700)
    folder.write("<svg/>", to: "images/dial.svg")
    symlink("greeting.txt", folder.file("link"))
    symlink("/etc", folder.file("etc"))
    mkfifo(folder.file("pipe"), 0o600)
    return folder
  }

  private static let files: [(read: String, says: String)] = [
    ("read_file(\"greeting.txt\")", "0:5:hello"), ("read_file(\"empty\")", "0:0:"),
    ("read_file(\"images/dial.svg\")", "0:6:<svg/>"),
    ("read_file(\"greeting.txt\")", "0:5:hello"), ("read_file(\"missing\")", "1:0:-"),
    ("read_file(\"images\")", "1:0:-"), ("read_file(\"link\")", "1:0:-"),
    ("read_file(\"etc/passwd\")", "1:0:-"), ("read_file(\"pipe\")", "1:0:-"),
    ("read_file(\"greeting.txt/x\")", "1:0:-"), ("read_file(\".hidden\")", "-1:0:-"),
    ("read_file(\"../greeting.txt\")", "-1:0:-"), ("read_file(\"images/../empty\")", "-1:0:-"),
    ("read_file(\"./empty\")", "-1:0:-"), ("read_file(\"/etc/passwd\")", "-1:0:-"),
    ("read_file(\"images//dial.svg\")", "-1:0:-"), ("read_file(\"images/\")", "-1:0:-"),
    ("read_file(\"\")", "-1:0:-"), ("note(NULL, 3)", "-1:0:-"),
    ("note(\"empty\\0x\", 7)", "-1:0:-"), ("note(\"\\xFF\", 1)", "-1:0:-"),
    ("note(long_name, 256)", "-1:0:-"),
  ]

  @Test func aPluginReadsItsOwnFilesAndNoOthers() throws {
    let folder = try folder()
    let plugin = try plugin(
      """
      char long_name[256];
      memset(long_name, 'a', sizeof long_name);
      \(Self.files.map { $0.read + ";" }.joined(separator: "\n"))
      """, resolve: "set_text(request, \"title\", said);")
    var load = plugin.load()
    load.resourceFolder = folder.path
    let worker = try WorkerFixture(load)
    try worker.hello()
    let answer = try worker.resolve { $0.addButton() }
    let says = Self.files.map { $0.says + "|" }.joined()
    #expect(try answer.value(.title) == .text(UTF8String(says)))
  }

  @Test func filesAreThereWhileThePluginStartsOnly() throws {
    let folder = try folder()
    let plugin = try plugin(
      "", resolve: "read_file(\"greeting.txt\"); set_text(request, \"title\", said);")
    var load = plugin.load()
    load.resourceFolder = folder.path
    let worker = try WorkerFixture(load)
    try worker.hello()
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("-7:0:-|"))
  }

  @Test func filesNeedThePermission() throws {
    let plugin = try plugin(
      "read_file(\"greeting.txt\");", resolve: "set_text(request, \"title\", said);")
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("-6:0:-|"))
  }

  @Test func filesAreBounded() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] {
      folder.write("x", to: name)
      truncate(folder.file(name), 30 << 20)
    }
    let plugin = try plugin(
      "read_file(\"a\"); read_file(\"b\"); read_file(\"c\"); read_file(\"a\");",
      resolve: "set_text(request, \"title\", said);")
    var load = plugin.load()
    load.resourceFolder = folder.path
    let worker = try WorkerFixture(load)
    try worker.hello()
    let size = 30 << 20
    #expect(
      try worker.resolve { $0.addButton() }.value(.title)
        == .text(UTF8String("0:\(size):x|0:\(size):x|-5:0:-|0:\(size):x|")))
  }

  @Test func aFolderThatIsGoneIsNamed() throws {
    let plugin = try plugin("")
    var load = plugin.load()
    load.resourceFolder = "/no/such/folder"
    let failure = try WorkerFixture(load).failure()
    #expect(failure.exitCode == 64)
    #expect(failure.message.hasPrefix("/no/such/folder: "))
  }
}
