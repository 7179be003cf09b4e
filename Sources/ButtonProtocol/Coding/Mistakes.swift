package import JSONRPC

/// Collects what is wrong with the parts of a value, so that its author learns of all of it.
///
/// The first mistake becomes the error, which carries the others along. A reader of a request answers
/// with the first; a reader of a file says them all.
package struct Mistakes {
  private var error: ProtocolError?

  /// No more are looked for.
  private static let maximum = 20

  package init() {}

  /// Whether nothing more needs to be read.
  package var isFull: Bool { (error?.others.count ?? 0) + 1 >= Mistakes.maximum }

  /// Adds an error with all that it carries.
  package mutating func add(_ found: ProtocolError) {
    guard error != nil else {
      error = found
      return
    }
    if isFull { return }
    error?.others += found.all
  }

  /// Reads a part; nil when it is wrong, or when nothing more needs to be read.
  @discardableResult
  package mutating func attempt<Value>(
    _ read: () throws(ProtocolError) -> Value
  ) -> Value? {
    if isFull { return nil }
    do throws(ProtocolError) {
      return try read()
    } catch {
      add(error)
      return nil
    }
  }

  /// Reads into a value, which stays as far as it was read.
  package mutating func attempt<Value>(
    on value: inout Value, _ read: (inout Value) throws(ProtocolError) -> Void
  ) {
    attempt { () throws(ProtocolError) in try read(&value) }
  }

  /// The same for a member of an object, which its mistakes are under.
  @discardableResult
  package mutating func attempt<Value>(
    _ name: String, _ read: () throws(ProtocolError) -> Value
  ) -> Value? {
    if isFull { return nil }
    do throws(ProtocolError) {
      return try read()
    } catch {
      add(error.under(name))
      return nil
    }
  }

  /// Throws what was found.
  package func check() throws(ProtocolError) {
    if let error { throw error }
  }
}

/// Reads the fields of a message, and goes on after a mistake to find the next.
package struct CheckedMembers {
  package let members: Members
  private var mistakes = Mistakes()

  /// The members of a value, which must be an object that has no others.
  package init(of value: JSONElement, _ names: [String]) throws(ProtocolError) {
    members = try Members(of: value)
    mistakes.attempt { () throws(ProtocolError) in try value.allowOnly(names) }
  }

  /// What a function reads from the members; nil when that is wrong.
  @discardableResult
  package mutating func read<Value>(
    _ body: (Members) throws(ProtocolError) -> Value?
  ) -> Value? {
    mistakes.attempt { () throws(ProtocolError) in try body(members) } ?? nil
  }

  /// A member that may be left out.
  package mutating func optional<Value: JSONDecodable>(
    _ name: StaticString, as type: Value.Type = Value.self
  ) -> Value? {
    read { members throws(ProtocolError) in try members.optional(name, as: type) }
  }

  /// Throws what was found.
  package func check() throws(ProtocolError) { try mistakes.check() }
}

extension CheckedMembers: Fields {
  package typealias Failure = Never

  package mutating func required<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    mistakes.attempt(on: &value) { value throws(ProtocolError) in
      try members.required(name, &value, as: form, about)
    }
  }

  package mutating func expected<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    mistakes.attempt(on: &value) { value throws(ProtocolError) in
      try members.expected(name, &value, as: form, about)
    }
  }

  package mutating func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form, _ about: StaticString
  ) {
    mistakes.attempt(on: &value) { value throws(ProtocolError) in
      try members.optional(name, &value, as: form, about)
    }
  }

  package mutating func rest<Form: FieldForm>(_ value: inout Form.Value, as form: Form) {
    mistakes.attempt(on: &value) { value throws(ProtocolError) in
      try members.rest(&value, as: form)
    }
  }

  package mutating func check(_ rule: () throws(ProtocolError) -> Void) {
    mistakes.attempt(rule)
  }

  package func oneOf(_ groups: [StaticString]...) {}
}
