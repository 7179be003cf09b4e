import ButtonModel
import JSONRPC

/// Reads what others wrote to the log and the state of a scope, and checks it against the rules.
struct ScopeReader {
  /// One key of an entry with its value; nil if it was removed.
  typealias Line = (key: UTF8String, value: StateValue?)

  private typealias Reading<Value> = Result<Value, Violation.Rule>

  private let parser = JSONParser()

  /// The lines of an entry.
  func lines(of entry: LogEntry, _ settings: ScopeSettings) throws(Violation) -> [Line] {
    let lines = entry.changes.bytes.withUnsafeBytes { read($0, settings) }
    switch lines {
    case .success(let lines): return lines
    case .failure(let rule):
      throw Violation(rule, revision: entry.revision, request: entry.request)
    }
  }

  /// The value of a key of a snapshot.
  func value(of field: SnapshotField, _ settings: ScopeSettings) throws(Violation) -> StateValue? {
    let bytes = field.value?.bytes
    let value = bytes?.withUnsafeBytes { read(field.key, $0, settings) }
    switch value ?? read(field.key, nil, settings) {
    case .success(let value): return value
    case .failure(let rule): throw Violation(rule, revision: field.revision)
    }
  }

  private func read(
    _ changes: UnsafeRawBufferPointer, _ settings: ScopeSettings
  ) -> Reading<[Line]> {
    guard changes.count <= settings.maximumEntryBytes else { return .failure(.tooLarge) }
    var lines: [Line] = []
    var rest = changes[...]
    while true {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      let space = line.firstIndex(of: UInt8(ascii: " "))
      let key = UTF8String(
        copying: UnsafeRawBufferPointer(rebasing: line[..<(space ?? line.endIndex)]))
      let text = space.map { UnsafeRawBufferPointer(rebasing: line[($0 + 1)...]) }
      switch read(key, text, settings) {
      case .success(let value): lines.append((key, value))
      case .failure(let rule): return .failure(rule)
      }
      if line.endIndex == changes.endIndex { return .success(lines) }
      rest = changes[(line.endIndex + 1)...]
    }
  }

  private func read(
    _ key: UTF8String, _ text: UnsafeRawBufferPointer?, _ settings: ScopeSettings
  ) -> Reading<StateValue?> {
    guard ScopeSettings.isWellFormed(key) else { return .failure(.malformedKey) }
    guard settings.prefix(of: key) != nil else { return .failure(.keyOutsideScope) }
    guard let text else { return .success(nil) }
    guard text.count <= settings.maximumValueBytes else { return .failure(.tooLarge) }
    guard let value = StateValue(fleetText: text, with: parser) else {
      return .failure(.malformedValue)
    }
    return .success(value)
  }
}
