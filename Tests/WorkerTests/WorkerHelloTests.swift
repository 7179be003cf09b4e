import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// What happens before the first batch: the gates, and the worker's words when one stays shut.
@Suite(.serialized, .blocking) struct WorkerHelloTests {
  @Test func aLoadedPluginSaysHelloAsItselfAndIsDestroyed() throws {
    let plugin = try CPlugin(resolve: "")
    let worker = try WorkerFixture(plugin.load())
    let hello = try worker.hello()
    #expect(hello.processID == UInt32(worker.processID))
    #expect(hello.pluginID == "org.example.test")
    #expect(hello.version == "1.0")
    #expect(hello.abiMajor == 1 && hello.abiMinor == 0)
    worker.send { StopFrame().write(to: &$0) }
    let log = try worker.next(.log).withUnsafeBytes { try LogFrame(payload: $0) }
    #expect(log.message == "destroyed")
    #expect(try worker.exitCode() == 0)
  }

  @Test func aMissingLibraryIsPermanent() throws {
    let worker = try WorkerFixture(
      LoadFrame(libraryPath: "/nowhere/lib.so", pluginID: "org.example.test", version: "1.0"))
    let failure = try worker.failure()
    #expect(failure.message.contains("/nowhere/lib.so"))
    #expect(failure.exitCode == 64)
  }

  @Test func aLibraryWithoutTheSymbolIsRefused() throws {
    let plugin = try CPlugin(source: "int other(void); int other(void) { return 1; }\n")
    let failure = try WorkerFixture(plugin.load()).failure()
    #expect(failure.message.contains("buttond_plugin_v1"))
    #expect(failure.exitCode == 65)
  }

  /// What a table says, what is said of it, both values where there are two, and the code.
  @Test(
    arguments: [
      ("sizeof(btn_plugin), 2, 0, 0, \"org.example.test\", \"1.0\"", ["major 2", "host is 1"], 66),
      (
        "sizeof(btn_plugin), 1, 7, 0, \"org.example.test\", \"1.0\"", ["minor 7", "host has 0"], 66
      ),
      ("63, 1, 0, 0, \"org.example.test\", \"1.0\"", ["63 bytes", "64 are needed"], 66),
      ("sizeof(btn_plugin), 1, 0, 4, \"org.example.test\", \"1.0\"", ["flags 4"], 66),
      (
        "sizeof(btn_plugin), 1, 0, 0, \"org.example.other\", \"1.0\"",
        [#""org.example.other""#, #""org.example.test""#], 67
      ),
      ("sizeof(btn_plugin), 1, 0, 0, \"org.example.test\", \"1.1\"", [#""1.1""#, #""1.0""#], 67),
      ("sizeof(btn_plugin), 1, 0, 0, NULL, \"1.0\"", ["\"\""], 67),
    ] as [(String, [String], Int32)])
  func aTableThatIsNotTheManifestsIsRefused(table: String, says: [String], code: Int32) throws {
    let plugin = try CPlugin(resolve: "", table: table)
    let failure = try WorkerFixture(plugin.load()).failure()
    for text in says { #expect(failure.message.contains(text), "\(failure.message)") }
    #expect(failure.exitCode == code)
  }

  @Test func aManifestOfAnotherABIThanTheTableIsRefused() throws {
    var load = try CPlugin(resolve: "").load()
    let plugin = try CPlugin(resolve: "")
    load.libraryPath = plugin.path
    load.abiMinor = 3
    let failure = try WorkerFixture(load).failure()
    #expect(failure.message.contains("1.0") && failure.message.contains("1.3"))
    #expect(failure.exitCode == 66)
  }

  @Test func anEntryThatReturnsNothingIsRefused() throws {
    let plugin = try CPlugin(
      source: """
        #include <buttond_plugin.h>
        const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
          return info->magic == BTN_MAGIC && info->ptr_size == sizeof(void *) ? NULL : (void *)1;
        }
        """)
    #expect(try WorkerFixture(plugin.load()).failure().exitCode == 66)
  }

  @Test func aPluginThatCannotBeCreatedIsPermanent() throws {
    let plugin = try CPlugin(resolve: "", create: "return BTN_E_LIMIT;")
    let failure = try WorkerFixture(plugin.load()).failure()
    #expect(failure.message.contains("-5"))
    #expect(failure.exitCode == 68)
  }

  @Test func constructorsRunAndLibrariesStayPrivate() throws {
    let plugin = try CPlugin(
      resolve: "set_text(request, \"title\", shared_name);",
      declarations: """
        static const char *shared_name = "not run";
        __attribute__((constructor)) static void wake(void) { shared_name = "constructed"; }
        """)
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    let answer = try worker.resolve { $0.addButton() }
    #expect(try answer.value(.title) == .text("constructed"))
  }

  @Test func theFirstFrameMustBeLoad() throws {
    let worker = try WorkerFixture()
    worker.send { StopFrame().write(to: &$0) }
    #expect(try worker.failure().exitCode == 70)
  }

  @Test func aMalformedFrameEndsTheWorker() throws {
    let worker = try WorkerFixture()
    worker.send { buffer in
      let start = buffer.beginFrame(.load)
      buffer.append(UInt16(500))
      buffer.endFrame(start)
    }
    let failure = try worker.failure()
    #expect(failure.message.contains("library path"))
    #expect(failure.exitCode == 70)
  }

  @Test func aWorkerWithoutADaemonEnds() throws {
    let plugin = try CPlugin(resolve: "")
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    worker.hangUp()
    #expect(try worker.exitCode() == 0)
  }
}
