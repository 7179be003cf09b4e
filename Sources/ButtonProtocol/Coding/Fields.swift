package import JSONRPC

/// What goes through a table of fields: `Members` reads them, `JSONWriter` writes them, and a test
/// describes them in `Config/messages.json`.
///
/// A message names each field once, in `WireObject.visit`. Null counts as left out. `about` is the
/// field's description, a sentence, where its name and type leave something to say.
package protocol Fields: ~Copyable {
  associatedtype Failure: Error

  mutating func required<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) throws(Failure)

  /// Always written; where it is missing, `value` stays as it is.
  mutating func expected<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) throws(Failure)

  mutating func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form, _ about: StaticString
  ) throws(Failure)

  /// Members beside the fields: the form reads them from the whole object, and writes them without
  /// braces.
  mutating func rest<Form: FieldForm>(_ value: inout Form.Value, as form: Form) throws(Failure)

  /// What must hold between the fields that were read.
  mutating func check(_ rule: () throws(ProtocolError) -> Void) throws(Failure)

  /// Exactly one of these groups of optional fields is there, whole.
  mutating func oneOf(_ groups: [StaticString]...)
}

extension Fields where Self: ~Copyable {
  package mutating func required<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form
  ) throws(Failure) {
    try required(name, &value, as: form, "")
  }

  package mutating func required<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _ about: StaticString = ""
  ) throws(Failure) {
    try required(name, &value, as: PlainForm(), about)
  }

  package mutating func expected<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form
  ) throws(Failure) {
    try expected(name, &value, as: form, "")
  }

  package mutating func expected<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, _ about: StaticString = ""
  ) throws(Failure) {
    try expected(name, &value, as: PlainForm(), about)
  }

  package mutating func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form
  ) throws(Failure) {
    try optional(name, &value, as: form, "")
  }

  package mutating func optional<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?, _ about: StaticString = ""
  ) throws(Failure) {
    try optional(name, &value, as: PlainForm(), about)
  }

  package mutating func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, default usual: Form.Value, as form: Form,
    _ about: StaticString
  ) throws(Failure) where Form.Value: Equatable {
    var given = value == usual ? nil : value
    try optional(name, &given, as: form, about)
    value = given ?? usual
  }

  package mutating func optional<Value: FieldValue & Equatable>(
    _ name: StaticString, _ value: inout Value, default usual: Value, _ about: StaticString = ""
  ) throws(Failure) {
    try optional(name, &value, default: usual, as: PlainForm(), about)
  }

  /// Left out unless it is true.
  package mutating func flag(
    _ name: StaticString, _ value: inout Bool, _ about: StaticString
  ) throws(Failure) {
    try optional(name, &value, default: false, as: .described(.json(#"{"const":true}"#)), about)
  }
}

extension Members: Fields {
  package func required<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) throws(ProtocolError) {
    guard let json = self.value(name) else {
      throw .invalidParams("\(name) is missing", path: "\(name)")
    }
    do { value = try form.read(json) } catch { throw error.under("\(name)") }
  }

  package func expected<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) throws(ProtocolError) {
    guard let json = self.value(name) else { return }
    do { value = try form.read(json) } catch { throw error.under("\(name)") }
  }

  package func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form, _ about: StaticString
  ) throws(ProtocolError) {
    guard let json = self.value(name) else {
      value = nil
      return
    }
    do { value = try form.read(json) } catch { throw error.under("\(name)") }
  }

  package func rest<Form: FieldForm>(
    _ value: inout Form.Value, as form: Form
  ) throws(ProtocolError) {
    if let object { value = try form.read(object) }
  }

  package func check(_ rule: () throws(ProtocolError) -> Void) throws(ProtocolError) { try rule() }

  package func oneOf(_ groups: [StaticString]...) {}
}

extension JSONWriter: Fields {
  package typealias Failure = Never

  package mutating func required<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    key(name)
    form.write(value, into: &self)
  }

  package mutating func expected<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    key(name)
    form.write(value, into: &self)
  }

  package mutating func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form, _ about: StaticString
  ) {
    guard let value else { return }
    key(name)
    form.write(value, into: &self)
  }

  package mutating func rest<Form: FieldForm>(_ value: inout Form.Value, as form: Form) {
    form.write(value, into: &self)
  }

  package func check(_ rule: () throws(ProtocolError) -> Void) {}

  package func oneOf(_ groups: [StaticString]...) {}
}
