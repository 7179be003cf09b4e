import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// Sends one member that is not in step what changed since it was told something; what does not fit
  /// a line goes in parts, one in each turn, so that nothing piles up for a client that reads slowly.
  func catchUpState(_ entry: SubscriptionTable.State, _ place: Int, _ index: Int) {
    let member = entry.members[index]
    guard let cursor = member.cursor else { return }
    var walk = member.walk
    if walk == nil {
      let changed = keys(entry.spec, changedAfter: cursor)
      var isWhole = true
      if !changed.isEmpty {
        let line = stateLine(entry.name, committedRevision) {
          isWhole = writeValues(changed) == changed.count
        }
        if isWhole { deliverState(line, to: [member.connection], place) }
      }
      if isWhole {
        entry.members[index].cursor = nil
        return
      }
      walk = SubscriptionTable.StateWalk(after: cursor, revision: committedRevision)
    }
    guard var walk else { return }
    var isDone = false
    let line = stateLine(entry.name, walk.revision) { isDone = writePart(entry.spec, &walk) }
    deliverState(line, to: [member.connection], place)
    entry.members[index].walk = isDone ? nil : walk
    // What changed since the walk began is what the member is behind with now.
    let isInStep = isDone && walk.revision == committedRevision
    entry.members[index].cursor = isInStep ? nil : isDone ? walk.revision : cursor
    if !isInStep {
      entry.hasStragglers = true
      lag(member.connection)
    }
  }

  /// Appends `values` and `removed` of a walk's next part; true when it is the last one.
  func writePart(
    _ spec: StateSubscriptionSpec, _ walk: inout SubscriptionTable.StateWalk
  ) -> Bool {
    var part: [KeyID] = []
    var bytes = 0
    let isSnapshot = walk.after == nil
    let end = store.keys(changedAfter: walk.after, from: walk.next) { key in
      let value = store.value(of: key)
      if isSnapshot && value == nil || !covers(spec, key) { return true }
      part.append(key)
      bytes += 8 + store.withName(of: key) { $0.count } + (value?.leastBytes ?? 0)
      return bytes < settings.maximumFrameBytes
    }
    let written = writeValues(part, isAll: end == nil)
    if written < part.count {
      walk.next = Int(part[written].rawValue)
      return false
    }
    walk.next = end ?? 0
    return end == nil
  }
}

extension StateValue {
  /// Bytes that the value takes as JSON at the least.
  fileprivate var leastBytes: Int {
    switch self {
    case .string(let text), .json(let text): text.bytes.count
    case .null, .bool, .int, .double: 1
    }
  }
}
