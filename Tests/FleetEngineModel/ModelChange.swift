import ButtonModel
import FleetLink

/// What the operations of a request come to.
struct ModelChange {
  /// Why they come to nothing.
  struct Failure: Error {
    let outcome: RequestOutcome
  }

  /// One key that changed.
  struct Line {
    let key: UTF8String
    let value: UTF8String?
  }

  private(set) var lines: [Line] = []

  /// The lines as the log has them.
  var text: UTF8String {
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\n")) }
      bytes += line.key.bytes
      if let value = line.value {
        bytes.append(UInt8(ascii: " "))
        bytes += value.bytes
      }
    }
    return UTF8String(bytes: bytes)
  }

  private static let valueBytes = 65_536
  private static let requestBytes = 262_144

  /// Does the operations in their order; none of them counts if one of them cannot be done, or a key
  /// has changed since the revision.
  static func compute(
    _ operations: [FleetOperation], on fields: [UTF8String: ModelField], since: UInt64?
  ) -> Result<ModelChange, Failure> {
    var now: [UTF8String: UTF8String?] = [:]
    var order: [UTF8String] = []
    var size = 0
    for (index, operation) in operations.enumerated() {
      let bad = Result<ModelChange, Failure>.failure(Failure(outcome: .bad(index: index)))
      let key = operation.key
      guard ScopeSettings.isWellFormed(key), operation.argument.bytes.count <= valueBytes,
        !operation.argument.bytes.contains(UInt8(ascii: "\n"))
      else { return bad }
      let old: UTF8String?
      if let changed = now[key] {
        old = changed
      } else {
        let field = fields[key]
        if let since, let field, field.revision > since {
          return .failure(Failure(outcome: .conflict(key: key, revision: field.revision)))
        }
        old = field?.value
        order.append(key)
      }
      guard let new = ModelArithmetic.apply(operation.kind, operation.argument, to: old),
        (new.value?.bytes.count ?? 0) <= valueBytes
      else { return bad }
      now[key] = .some(new.value)
      size += key.bytes.count + (new.value?.bytes.count ?? 0)
      if size > requestBytes { return bad }
    }
    var change = ModelChange()
    for key in order {
      guard let value = now[key], value != fields[key]?.value else { continue }
      change.lines.append(Line(key: key, value: value))
    }
    return .success(change)
  }
}
