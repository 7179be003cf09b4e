import ButtonModel
import JSONRPC

/// Reads what others wrote to the log and the state of a scope, and checks it against the rules.
package struct ScopeReader {
  /// A key of an entry; nil if it was removed.
  typealias Line = (key: UTF8String, value: StateValue?)

  private typealias Reading<Value> = Result<Value, Violation.Rule>

  private let parser = JSONParser()

  package init() {}

  /// The rule that an entry breaks for all daemons, whatever they share; nil if it breaks none.
  package func objection(to entry: LogEntry) -> Violation.Rule? {
    entry.changes.bytes.withUnsafeBytes { changes in
      if changes.count > ScopeSettings.maximumEntryBytes { return .tooLarge }
      return firstFailure(of: changes) { objection(to: $0, $1) }
    }
  }

  package func objection(to field: SnapshotField) -> Violation.Rule? {
    guard let bytes = field.value?.bytes else { return objection(to: field.key, nil) }
    return bytes.withUnsafeBytes { objection(to: field.key, $0) }
  }

  private func objection(
    to key: UTF8String, _ text: UnsafeRawBufferPointer?
  ) -> Violation.Rule? {
    guard ScopeSettings.isWellFormed(key) else { return .malformedKey }
    guard let text else { return nil }
    if text.count > ScopeSettings.engineValueBytes { return .tooLarge }
    return StateValue(fleetText: text, with: parser) == nil ? .malformedValue : nil
  }

  /// The lines with keys that this daemon shares.
  func lines(
    of entry: LogEntry, _ settings: ScopeSettings, passing foreign: inout ForeignKeys
  ) throws(Violation) -> [Line] {
    let lines = entry.changes.bytes.withUnsafeBytes { read($0, settings, &foreign) }
    switch lines {
    case .success(let lines): return lines
    case .failure(let rule):
      throw Violation(rule, revision: entry.revision, request: entry.request)
    }
  }

  /// A key of a snapshot; nil if this daemon does not share it.
  func line(
    of field: SnapshotField, _ settings: ScopeSettings, passing foreign: inout ForeignKeys
  ) throws(Violation) -> Line? {
    let line =
      if let bytes = field.value?.bytes {
        bytes.withUnsafeBytes { read(field.key, $0, settings, &foreign) }
      } else {
        read(field.key, nil, settings, &foreign)
      }
    switch line {
    case .success(let line): return line
    case .failure(let rule): throw Violation(rule, revision: field.revision)
    }
  }

  private func read(
    _ changes: UnsafeRawBufferPointer, _ settings: ScopeSettings, _ foreign: inout ForeignKeys
  ) -> Reading<[Line]> {
    guard changes.count <= settings.maximumEntryBytes else { return .failure(.tooLarge) }
    var lines: [Line] = []
    let failure = firstFailure(of: changes) { key, text in
      switch read(key, text, settings, &foreign) {
      case .success(let line):
        if let line { lines.append(line) }
        return nil
      case .failure(let rule): return rule
      }
    }
    return failure.map { .failure($0) } ?? .success(lines)
  }

  /// Passes the lines of an entry to the closure until it returns a broken rule.
  private func firstFailure(
    of changes: UnsafeRawBufferPointer,
    _ take: (UTF8String, UnsafeRawBufferPointer?) -> Violation.Rule?
  ) -> Violation.Rule? {
    var rest = changes[...]
    while true {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      let space = line.firstIndex(of: UInt8(ascii: " "))
      let key = UTF8String(
        copying: UnsafeRawBufferPointer(rebasing: line[..<(space ?? line.endIndex)]))
      let text = space.map { UnsafeRawBufferPointer(rebasing: line[($0 + 1)...]) }
      if let rule = take(key, text) { return rule }
      if line.endIndex == changes.endIndex { return nil }
      rest = changes[(line.endIndex + 1)...]
    }
  }

  private func read(
    _ key: UTF8String, _ text: UnsafeRawBufferPointer?, _ settings: ScopeSettings,
    _ foreign: inout ForeignKeys
  ) -> Reading<Line?> {
    guard ScopeSettings.isWellFormed(key) else { return .failure(.malformedKey) }
    guard settings.prefix(of: key) != nil else {
      foreign.pass(over: key)
      return .success(nil)
    }
    guard let text else { return .success((key, nil)) }
    guard text.count <= settings.maximumValueBytes else { return .failure(.tooLarge) }
    guard let value = StateValue(fleetText: text, with: parser) else {
      return .failure(.malformedValue)
    }
    return .success((key, value))
  }
}
