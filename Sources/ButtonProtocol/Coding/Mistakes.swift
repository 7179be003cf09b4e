package import JSONRPC

/// Collects the mistakes in the parts of a value.
///
/// The first becomes the error and carries the others: a request's answer has the first, a file's
/// reader reports all.
package struct Mistakes {
  private var error: ProtocolError?

  private static let maximum = 20

  package init() {}

  package var isFull: Bool { (error?.others.count ?? 0) + 1 >= Mistakes.maximum }

  package mutating func add(_ found: ProtocolError) {
    guard error != nil else {
      error = found
      return
    }
    if isFull { return }
    error?.others += found.all
  }

  /// Nil when the part is wrong, or no more mistakes are wanted.
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

  /// After a mistake, `value` keeps what was read before it.
  package mutating func attempt<Value>(
    on value: inout Value, _ read: (inout Value) throws(ProtocolError) -> Void
  ) {
    attempt { () throws(ProtocolError) in try read(&value) }
  }

  /// Reads a member of an object: its name goes in front of its mistakes' paths.
  @discardableResult
  package mutating func attempt<Value>(
    _ name: @autoclosure () -> String, _ read: () throws(ProtocolError) -> Value
  ) -> Value? {
    if isFull { return nil }
    do throws(ProtocolError) {
      return try read()
    } catch {
      add(error.under(name()))
      return nil
    }
  }

  package func check() throws(ProtocolError) {
    if let error { throw error }
  }
}

/// Reads the fields of a message, and goes on after a mistake to find the next.
package struct CheckedMembers {
  package let members: Members
  private var mistakes = Mistakes()

  /// Throws unless the value is an object; members with other names are mistakes.
  package init(of value: JSONElement, _ names: [String]) throws(ProtocolError) {
    members = try Members(of: value)
    mistakes.attempt { () throws(ProtocolError) in try value.allowOnly(names) }
  }

  /// Nil when what the body reads is wrong.
  @discardableResult
  package mutating func read<Value>(
    _ body: (Members) throws(ProtocolError) -> Value?
  ) -> Value? {
    mistakes.attempt { () throws(ProtocolError) in try body(members) } ?? nil
  }

  package mutating func optional<Value: JSONDecodable>(
    _ name: StaticString, as type: Value.Type = Value.self
  ) -> Value? {
    read { members throws(ProtocolError) in try members.optional(name, as: type) }
  }

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
