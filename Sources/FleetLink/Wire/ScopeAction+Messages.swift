import ButtonModel
package import ButtonProtocol

/// Converts the messages of a session between a daemon and what reaches a scope's engine.
extension FleetPosition {
  package init(_ cursor: FleetCursor) {
    self.init(revision: cursor.revision, chain: cursor.chain.description)
  }
}

extension FleetJoinNotification {
  package init(
    _ scope: String, session: UInt32, _ cursor: FleetCursor?, _ lives: [Life],
    isAwaited: Bool = false
  ) {
    self.init(
      scope: scope, session: session, cursor: cursor.map { FleetPosition($0) },
      lives: lives.map(\.description), isAwaited: isAwaited)
  }
}

extension FleetSubmitNotification.Submitted {
  package init(_ submission: Submission) {
    self.init(
      request: submission.number.description, oldestOpen: submission.oldestOpen,
      condition: submission.condition.map { FleetPosition($0) },
      operations: submission.operations.map { FleetSubmitNotification.Operation($0) })
    switch submission.effect {
    case nil: break
    case .action(let button, let text)?:
      action = FleetSubmitNotification.Action(
        button: button, text: text, limit: submission.actionLimit)
    case .done(let delivery)?:
      done = FleetSubmitNotification.Done(
        delivery: delivery.number, action: delivery.action.description, group: delivery.group,
        consumer: delivery.consumer)
    }
  }

  /// Approximate size on the line.
  package var bytes: Int {
    operations.reduce(160 + 2 * (action?.text.bytes.count ?? 0)) {
      $0 + 64 + $1.key.bytes.count + 2 * ($1.argument?.bytes.count ?? 0)
    }
  }
}

extension FleetSubmitNotification.Operation {
  package init(_ operation: FleetOperation) {
    self.init(
      kind: operation.kind.name, key: operation.key,
      argument: operation.argument.bytes.isEmpty ? nil : operation.argument)
  }
}

/// The other direction, for what reaches the engine.
extension Submission {
  package init(_ submitted: FleetSubmitNotification.Submitted) throws(ProtocolError) {
    var condition: FleetCursor?
    if let position = submitted.condition {
      condition = try FleetCursor(position, path: "params.requests")
    }
    var operations: [FleetOperation] = []
    for operation in submitted.operations {
      guard let kind = FleetOperation.Kind(name: operation.kind) else {
        throw .notAmong(
          operation.kind, among: FleetOperation.Kind.allCases.map(\.name),
          path: "params.requests")
      }
      operations.append(FleetOperation(kind, operation.key, operation.argument ?? ""))
    }
    var effect: FleetEffect?
    if let action = submitted.action {
      effect = .action(button: action.button, text: action.text)
    } else if let done = submitted.done {
      let action = try RequestNumber(done.action, path: "params.requests")
      effect = .done(FleetDelivery(done.delivery, action, of: done.group, to: done.consumer))
    }
    self.init(
      number: try RequestNumber(submitted.request, path: "params.requests"),
      oldestOpen: submitted.oldestOpen, condition: condition, operations: operations,
      effect: effect, actionLimit: submitted.action?.limit ?? ScopeSettings.maximumActions)
  }
}

extension FleetJoinedRequest {
  package init(_ scope: String, session: UInt32, _ reply: JoinReply) {
    self.init(
      scope: scope, session: session, verdict: reply.verdict.rawValue, id: reply.id.description,
      head: FleetPosition(reply.head), oldest: reply.oldest,
      keyCount: UInt64(max(0, reply.keyCount)),
      numbers: reply.numbers.map { LifeNumber(life: $0.key.description, last: $0.value) },
      restored: reply.restored)
  }
}

extension FleetSnapshotRequest.Key {
  package init(_ field: SnapshotField) {
    self.init(key: field.key, revision: field.revision, value: field.value)
  }
}

extension FleetEntriesRequest.Entry {
  package init(_ entry: LogEntry) {
    self.init(
      revision: entry.revision, request: entry.request.description,
      chain: entry.chain.description, changes: entry.changes)
  }
}

extension FleetOutcomesRequest.Outcome {
  package init(_ number: RequestNumber, _ answer: EngineAnswer) {
    self.init(request: number.description, answer: answer.text)
  }
}

extension FleetOperation.Kind {
  package var name: String {
    switch self {
    case .set: "set"
    case .remove: "remove"
    case .increment: "increment"
    case .toggle: "toggle"
    case .append: "append"
    }
  }

  package init?(name: String) {
    guard let kind = FleetOperation.Kind.allCases.first(where: { $0.name == name }) else {
      return nil
    }
    self = kind
  }
}
