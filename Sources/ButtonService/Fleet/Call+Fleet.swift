import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import FleetLink
import JSONRPC

extension Fleet {
  /// The change of shared keys that a handler has just made, if any.
  func takeSubmission() -> Submission? {
    defer { submission = nil }
    return submission
  }
}

extension Session {
  var isPlayer: Bool { client == InputReceivedNotification.player }
}

extension Fleet.Submission {
  /// The mark in an immediate answer.
  var mark: FleetMark? {
    accepted.map {
      FleetMark(scope: scope.name, request: $0.description, revision: nil, isPending: true)
    }
  }
}

extension Fleet.Settled {
  var mark: FleetMark {
    FleetMark(scope: scope, request: request.description, revision: revision, isPending: false)
  }
}

/// What the answer to a change says of it.
struct ChangeReceipt {
  /// The revision at which this daemon shows the change.
  var revision: UInt64
  var changed: [UTF8String] = []
  /// Buttons or groups.
  var removed: [UTF8String] = []
  /// Nil for a change of this daemon alone.
  var fleet: FleetMark?
}

extension ChangeReceipt {
  /// Creates the receipt of the last change of keys.
  init(of service: Service, _ revision: UInt64) {
    let store = service.engine.store
    self.init(
      revision: revision,
      changed: service.changes.changed.map { key in
        store.withName(of: key) { UTF8String(copying: $0) }
      })
  }
}

extension Call {
  /// Answers a change with what `write` makes of its receipt: now, or when the fleet, the journal
  /// or the subscribers have it, as `wait` asks.
  func answer(
    _ receipt: ChangeReceipt, _ wait: Wait?, of concern: @escaping (ChangeReceipt) -> WaitScope,
    isChange: Bool = true, into writer: inout JSONWriter,
    write: @escaping (ChangeReceipt, inout JSONWriter) -> Void
  ) throws(ProtocolError) -> Outcome {
    var receipt = receipt
    let submission = service.fleet?.takeSubmission()
    if let submission, submission.accepted == nil {
      return answer(submission, published: wait == .published ? { concern(receipt) } : nil) {
        [receipt] result, fleet, writer throws(ProtocolError) in
        var receipt = receipt
        receipt.revision = fleet.engine.revision
        let settled = try result.get()
        receipt.changed = settled.changed
        receipt.fleet = settled.mark
        write(receipt, &writer)
      }
    }
    receipt.fleet = submission?.mark
    let start = writer.count
    write(receipt, &writer)
    return try finish(
      wait, of: concern(receipt), from: start, of: writer, isChange: isChange)
  }

  func requester(_ wait: Wait?) -> Requester {
    Requester(client: session.client, waitsForFleet: wait == .fleet)
  }

  /// Notes who asked for the changes, and how the answer waits.
  @inline(__always)
  func sign(_ changes: inout ChangeSet, _ wait: Wait?) {
    changes.connection = session.connection
    changes.waitsForFleet = wait == .fleet
  }

  var isOfPlayer: Bool { session.isPlayer }

  /// Answers when the fleet has decided about a change. `write` throws the error, or makes an
  /// answer that waits until this daemon shows the change or keeps it.
  func answer(
    _ submission: Fleet.Submission, published concern: (() -> WaitScope)? = nil,
    write:
      @escaping (
        Result<Fleet.Settled, ProtocolError>, Fleet, inout JSONWriter
      ) throws(ProtocolError) -> Void
  ) -> Outcome {
    guard let fleet = service.fleet else { return .answered }
    let ticket = ticket()
    let (service, engine, isSilent) = (self.service, self.engine, isNotification)
    fleet.waiters[submission.ticket] = Fleet.Waiter(
      keys: submission.keys, changed: submission.changed
    ) {
      [weak service, weak fleet] result in
      guard let service, let fleet else { return }
      var writer = JSONWriter()
      do throws(ProtocolError) {
        try write(result, fleet, &writer)
      } catch {
        if !isSilent { service.answerLater(ticket, .failure(error)) }
        return
      }
      if isSilent { return }
      engine.answer(
        ticket, [UInt8](writer.bytes),
        once: concern.map { .published($0(), since: fleet.clock()) } ?? .kept)
    }
    return isNotification ? .answered : .deferred(ticket)
  }
}
