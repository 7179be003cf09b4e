import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import JSONRPC

/// A daemon without sockets and clock whose only client says anything. What it says back must be
/// lines of JSON.
final class FuzzedDaemon {
  private let engine = Engine(settings: EngineSettings(), epoch: "epoch-1")
  private let service: Service
  private let client = ConnectionID(rawValue: 0)
  private let parser = JSONParser()
  private var now: UInt64 = 1_000_000_000

  init() {
    service = Service(engine: engine, version: "0.0.1")
    service.open(client, role: .admin)
  }

  /// Takes a line, behind whose end padding is readable, and ends the turn.
  func receive(_ line: UnsafeRawBufferPointer) {
    var output = JSONWriter()
    service.receive(line, from: client, now: now, into: &output)
    check(output.bytes)
    turn()
  }

  /// Lets the time pass in which everything that waits is answered, and hangs up.
  func finish() {
    for _ in 0..<8 {
      guard let wake = engine.wakeTime else { break }
      now = max(now, wake)
      turn()
    }
    service.close(client)
    turn()
  }

  private func turn() {
    now += 1_000_000
    engine.turnEnded(now: now)
    service.tellTimedChanges()
    for delivery in service.output { check(delivery.line.bytes) }
    service.output.removeAll()
    var rounds = 0
    while !engine.actions.isEmpty {
      rounds += 1
      precondition(rounds < 100, "a turn without end")
      let actions = engine.actions
      engine.actions.removeAll()
      for action in actions { perform(action) }
    }
  }

  private func perform(_ action: EngineAction) {
    switch action {
    case .sendBatch, .sendGesture, .sendTrial, .takeOver, .performed, .journal, .forgetDeaths,
      .violation:
      break
    case .deliver(let line, _): check(line.bytes)
    case .answered(let ticket, let result):
      var output = JSONWriter()
      service.answer(ticket, result, into: &output)
      check(output.bytes)
    }
  }

  private func check(_ bytes: UnsafeRawBufferPointer) {
    guard let last = bytes.last else { return }
    precondition(last == UInt8(ascii: "\n"), "a line without its end")
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let whole = UnsafeRawBufferPointer(rebasing: line)
      precondition((try? parser.parse(copying: whole)) != nil, "a line that is not JSON")
    }
  }
}
