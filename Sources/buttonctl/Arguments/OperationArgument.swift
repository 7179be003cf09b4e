import ArgumentParser
import ButtonModel
import Synchronization

/// One operation of `state update` as it is typed, with its place among the others: options of
/// different names must be applied in the order in which they stand on the command line.
struct OperationArgument {
  let operation: StateOperation
  let place: Int

  private static let places = Atomic(0)

  private init(_ assignment: Assignment, _ kind: StateOperation.Kind) {
    operation = StateOperation(key: assignment.key, kind: kind)
    place = Self.places.add(1, ordering: .relaxed).newValue
  }

  /// `key=value`
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

  /// `key`
  static func toggle(_ text: String) throws -> OperationArgument {
    OperationArgument(try bare(text), .toggle)
  }

  /// `key`
  static func remove(_ text: String) throws -> OperationArgument {
    OperationArgument(try bare(text), .remove)
  }

  /// `key=value`
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
