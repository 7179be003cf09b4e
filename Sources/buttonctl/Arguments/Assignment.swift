import ArgumentParser
import ButtonModel
import ButtonProtocol
import Synchronization

/// A `key=value` argument.
struct Assignment {
  let key: UTF8String
  /// Nil without a `=`.
  let text: String?

  /// Throws if the key is invalid.
  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    key = UTF8String(String(parts[0]))
    text = parts.count == 2 ? String(parts[1]) : nil
    guard StateKey.isValid(key) else {
      throw ValidationError(ProtocolError.invalidKey(key.string).message)
    }
  }

  func value() throws -> StateValue {
    guard let text else {
      throw ValidationError(
        "\(key) needs a value: \(key)=VALUE; KEY VALUE without a sign is for one key alone")
    }
    return try ValueText.value(text)
  }
}

/// One operation of `state update` with its index: options of different names are applied in the
/// order of the command line.
struct OperationArgument {
  let operation: StateOperation
  let index: Int

  private static let count = Atomic(0)

  private init(_ assignment: Assignment, _ kind: StateOperation.Kind) {
    operation = StateOperation(key: assignment.key, kind: kind)
    index = Self.count.add(1, ordering: .relaxed).newValue
  }

  static func set(_ text: String) throws -> OperationArgument {
    let assignment = try Assignment(text)
    return OperationArgument(assignment, .set(try assignment.value()))
  }

  /// `key` or `key=by`
  static func increment(_ text: String) throws -> OperationArgument {
    let assignment = try Assignment(text)
    guard assignment.text != nil else {
      return OperationArgument(assignment, .increment(by: .int(1)))
    }
    let by = try assignment.value()
    switch by {
    case .int, .double: return OperationArgument(assignment, .increment(by: by))
    case .null, .bool, .string, .json:
      throw ValidationError("\(assignment.key) is incremented by a number")
    }
  }

  static func toggle(_ text: String) throws -> OperationArgument {
    OperationArgument(try bare(text), .toggle)
  }

  static func remove(_ text: String) throws -> OperationArgument {
    OperationArgument(try bare(text), .remove)
  }

  static func append(_ text: String) throws -> OperationArgument {
    let assignment = try Assignment(text)
    return OperationArgument(assignment, .append(try assignment.value()))
  }

  /// `key=json`
  static func merge(_ text: String) throws -> OperationArgument {
    let assignment = try Assignment(text)
    return OperationArgument(assignment, .merge(try assignment.value()))
  }

  private static func bare(_ text: String) throws -> Assignment {
    let assignment = try Assignment(text)
    guard assignment.text == nil else { throw ValidationError("\(assignment.key) takes no value") }
    return assignment
  }
}
