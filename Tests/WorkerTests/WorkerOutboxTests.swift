import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// What a plugin says of its own accord.
@Suite(.serialized, .blocking) struct WorkerOutboxTests {
  private func frames(
    _ body: String, declarations: String = ""
  ) throws -> (logs: [LogFrame], updates: [UInt64]) {
    let plugin = try CPlugin(resolve: body, declarations: declarations)
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    var logs: [LogFrame] = []
    var updates: [UInt64] = []
    worker.sendBatch { $0.addButton() }
    while let (header, payload) = try worker.next(), header.type != .answer {
      try payload.withUnsafeBytes { bytes in
        switch header.type {
        case .log: logs.append(try LogFrame(payload: bytes))
        case .update: updates.append(try UpdateFrame(payload: bytes).handle)
        case .load, .batch, .gesture, .stop, .hello, .answer, .failed, .gestureAnswer, .note:
          Issue.record("unexpected \(header.type)")
        }
      }
    }
    return (logs, updates)
  }

  @Test func linesReachTheLogWithTheirLevel() throws {
    let logs = try frames(
      """
      host->log(host->host, BTN_LOG_DEBUG, "fine", 4);
      host->log(host->host, 99, "bad \\xFF", 5);
      host->log(host->host, -1, "", 0);
      host->log(host->host, 1, NULL, 5);
      """
    ).logs
    #expect(
      logs == [
        LogFrame(level: .debug, message: "fine"),
        LogFrame(level: .error, message: "bad \u{FFFD}"), LogFrame(level: .debug, message: ""),
      ])
  }

  @Test func aFloodOfLinesIsCutOff() throws {
    let logs = try frames(
      """
      static char text[2000];
      memset(text, 'a', sizeof text);
      for (int i = 0; i < 1000; i++) host->log(host->host, 1, text, sizeof text);
      """
    ).logs
    // Seven lines of 1,024 bytes and what a line costs besides fit a second; the flood may touch two.
    #expect(logs.count >= 7 && logs.count <= 16)
    #expect(logs.allSatisfy { $0.message.bytes.count <= 1_024 })
  }

  @Test func wishesForUpdatesAreJoined() throws {
    let updates = try frames(
      """
      for (int i = 0; i < 100; i++) {
        host->request_update(host->host, 7);
        host->request_update(host->host, 8);
      }
      """
    ).updates
    #expect(updates == [7, 8])
  }

  @Test(.disabled(if: Sanitizer.isThere, "a sanitizer's threads need more than the sandbox allows"))
  func framesOfManyThreadsDoNotMix() throws {
    let result = try frames(
      """
      pthread_t threads[4];
      for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, chatter, NULL);
      for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
      """,
      declarations: """
        #include <pthread.h>
        static void *chatter(void *unused) {
          for (int i = 0; i < 10; i++) {
            host->log(host->host, 1, "a line from a thread", 20);
            host->request_update(host->host, (uint64_t)(uintptr_t)&unused);
          }
          return NULL;
        }
        """)
    #expect(result.logs.count == 40)
    #expect(result.logs.allSatisfy { $0.message == "a line from a thread" })
    #expect(result.updates.count >= 1 && result.updates.count <= 4)
  }
}
