package import ButtonModel
package import JSONRPC

/// A value that a field may have, by its type alone.
package protocol FieldValue: JSONDecodable, JSONEncodable {
  static var schema: Schema { get }
}

/// How a field's value is read, written and described where its type alone does not say it.
package protocol FieldForm<Value> {
  associatedtype Value
  var schema: Schema { get }
  /// Throws with a path that is relative to the value.
  func read(_ json: JSONElement) throws(ProtocolError) -> Value
  func write(_ value: Value, into writer: inout JSONWriter)
}

extension FieldForm where Value: JSONDecodable & JSONEncodable {
  package func read(_ json: JSONElement) throws(ProtocolError) -> Value { try Value(json: json) }

  package func write(_ value: Value, into writer: inout JSONWriter) { value.write(into: &writer) }
}

/// Read, written and described as the type says.
package struct PlainForm<Value: FieldValue>: FieldForm {
  package init() {}

  package var schema: Schema { Value.schema }
}

/// Read and written as the type says, and described more closely.
package struct DescribedForm<Value: JSONDecodable & JSONEncodable>: FieldForm {
  private let describe: () -> Schema

  /// Called only to describe the protocol.
  init(_ schema: @escaping () -> Schema) { describe = schema }

  package var schema: Schema { describe() }
}

extension FieldForm {
  package static func described<Value>(
    _ schema: @autoclosure @escaping () -> Schema
  ) -> Self where Self == DescribedForm<Value> { Self(schema) }
}

extension FieldForm where Self == DescribedForm<String> {
  /// One of these names; others are read all the same, as newer daemons have more.
  static func choice(_ names: @autoclosure @escaping () -> [String]) -> Self {
    Self { .choice(names()) }
  }

  static var buttonID: Self { Self { .reference("ButtonID") } }
  static var epoch: Self {
    Self {
      .named("Epoch", "A random string, new with every start of the daemon.", .text)
    }
  }
  static var subscription: Self {
    Self { .named("Subscription", "The same for equal subscriptions.", .text) }
  }
}

extension FieldForm where Self == DescribedForm<UInt64> {
  static var revision: Self {
    Self { .named("Revision", "Grows by one with each set of changes.", .count) }
  }
  static var press: Self {
    Self { .named("Press", "A press that has performed its button's action.", .count) }
  }
  static var tick: Self { Self { .named("Tick", "Grows by one with each frame.", .count) } }
}

extension FieldForm where Self == DescribedForm<[UTF8String]> {
  /// Keys that the daemon names; they need no check.
  static var keyNames: Self { Self { .list(.reference("StateKey")) } }
}

/// Keys that a request names.
package struct StateKeysForm: FieldForm {
  package var schema: Schema { .list(.reference("StateKey")) }

  package func read(_ json: JSONElement) throws(ProtocolError) -> [UTF8String] {
    try Match.checkCount(json.count, of: "a request", "keys")
    return try [StateKeyName](json: json).map(\.text)
  }
}

package struct StateKeyForm: FieldForm {
  package var schema: Schema { .reference("StateKey") }

  package func read(_ json: JSONElement) throws(ProtocolError) -> UTF8String {
    try StateKeyName(json: json).text
  }
}

/// The most entries that a request wants in its answer.
package struct PageLimitForm: FieldForm {
  package var schema: Schema { .integer(1...Int.max) }

  package func read(_ json: JSONElement) throws(ProtocolError) -> Int {
    let limit = try Int(json: json)
    guard limit >= 1 else { throw .invalidParams("must be at least 1, but is \(limit)") }
    return limit
  }
}

extension Fields where Self: ~Copyable {
  /// The keys that a request means: some, or all under a name, or all.
  mutating func keys(_ keys: inout [UTF8String]?, under: inout UTF8String?) throws(Failure) {
    try optional("keys", &keys, as: StateKeysForm())
    try optional("under", &under, as: StateKeyForm(), "a means a and every key that begins with a.")
  }

  mutating func page<After: FieldValue>(
    _ limit: inout Int?, _ after: inout After?
  ) throws(Failure) {
    try optional("limit", &limit, as: PageLimitForm(), "The most in the answer.")
    try optional("after", &after, "Begin behind this one: `next` of the answer before.")
  }

  mutating func next<Next: FieldValue>(_ next: inout Next?) throws(Failure) {
    try optional(.next, &next, "The answer stops here; the `after` of the next request.")
  }
}
