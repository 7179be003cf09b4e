import ButtonModel
import CPlatform
import PluginChannel
import TestSupport
import Testing

/// A plugin's wish to be asked again at a time.
@Suite(.serialized, .blocking) struct WorkerTimerTests {
  /// A plugin that asks for updates at the times that the parameters `at` and `or` say.
  private static func start() throws -> WorkerFixture {
    let plugin = try CPlugin(
      resolve: """
        const btn_host_timer *timer = host->get_extension(host->host, BTN_EXT_TIMER);
        if (!BTN_HAS(timer, update_at)) return -20;
        if (get(request, "button.parameters.at", &value) == BTN_OK) {
          set_number(request, "titlePadding", -timer->update_at(request, value.as.i));
        }
        if (get(request, "button.parameters.or", &value) == BTN_OK) {
          timer->update_at(request, value.as.i);
        }
        """)
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    return worker
  }

  /// The worker of the tests that do not end it.
  nonisolated(unsafe) private static let shared = Lasting.made { try start() }

  private func parameters(at: Int64? = nil, or: Int64? = nil) -> [Parameter] {
    [("at", at), ("or", or)].compactMap { name, time in
      time.map { Parameter(name: name, value: .int($0)) }
    }
  }

  private func update(_ worker: WorkerFixture) throws -> UInt64 {
    try worker.next(.update).withUnsafeBytes { try UpdateFrame(payload: $0) }.handle
  }

  @Test func anUpdateIsAskedForWhenItsTimeHasCome() throws {
    let worker = try Self.shared.get()
    let time = csystem_wall_milliseconds() + 30
    let answer = try worker.resolve { batch in
      batch.addButton(BatchItem(handle: 7, style: 0), parameters: parameters(at: time))
    }
    #expect(try answer.value(.titlePadding) == .number(0))
    #expect(try update(worker) == 7)
    #expect(csystem_wall_milliseconds() >= time)
  }

  @Test func aTimeThatHasPassedIsSoonAndOnlyOnce() throws {
    let worker = try Self.start()
    _ = try worker.resolve { batch in
      batch.addButton(BatchItem(handle: 7, style: 0), parameters: parameters(at: 0))
    }
    #expect(try update(worker) == 7)
    // Nothing but the answer follows.
    _ = try worker.resolve { $0.addButton() }
    worker.send { StopFrame().write(to: &$0) }
    #expect(try worker.exitCode() == 0)
  }

  @Test func theEarliestOfSeveralTimesHolds() throws {
    let now = csystem_wall_milliseconds()
    let far = now + 3_600_000
    for (first, second) in [(far, now + 20), (now + 20, far)] {
      let worker = try Self.shared.get()
      _ = try worker.resolve { batch in
        batch.addButton(
          BatchItem(handle: 1, style: 0), parameters: parameters(at: far, or: far + 1))
        batch.addButton(
          BatchItem(handle: 2, style: 0), parameters: parameters(at: first, or: second))
      }
      #expect(try update(worker) == 2)
    }
  }

  @Test func aButtonThatIsResolvedBeforeIsNotAskedForUnlessItAsksAgain() throws {
    // Twice as long each time, until the machine resolved it again before its time.
    for patience in (0..<10).map({ 40 << $0 }) {
      // One that was too slow has updates to come.
      let worker = try Self.start()
      let soon = csystem_wall_milliseconds() + Int64(patience)
      _ = try worker.resolve { batch in
        batch.addButton(BatchItem(handle: 1, style: 0), parameters: parameters(at: soon))
        batch.addButton(BatchItem(handle: 2, style: 0), parameters: parameters(at: soon + 1))
      }
      worker.sendBatch { $0.addButton(BatchItem(handle: 1, style: 0)) }
      let (header, payload) = try #require(try worker.next())
      if header.type == .update, csystem_wall_milliseconds() >= soon { continue }
      #expect(header.type == .answer, "\(header), \(payload)")
      #expect(try update(worker) == 2)
      return
    }
    Issue.record("no batch was answered in 20 s")
  }

  @Test func batchesAreAnsweredWhileATimeIsWaitedFor() throws {
    let worker = try Self.start()
    for _ in 0..<3 {
      let answer = try worker.resolve { batch in
        batch.addButton(parameters: parameters(at: .max))
      }
      #expect(try answer.value(.titlePadding) == .number(0))
    }
    worker.hangUp()
    #expect(try worker.exitCode() == 0)
  }

  @Test func aTimeIsHeldToTheRules() throws {
    let plugin = try CPlugin(
      resolve: """
        char text[100];
        snprintf(text, sizeof text, "%d %d %d %d", early, timer->update_at(NULL, 1),
                 timer->update_at(request, -1), timer->update_at((btn_request *)last, 1L << 62));
        set_text(request, "title", text);
        last = request;
        """,
      create: """
        timer = host->get_extension(host->host, BTN_EXT_TIMER);
        early = timer->update_at(NULL, 1);
        """,
      declarations: """
        static const btn_host_timer *timer;
        static btn_request *last;
        static btn_status early;
        """)
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("-1 -1 -4 -1"))
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("-1 -1 -4 0"))
  }
}
