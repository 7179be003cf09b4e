package import ButtonProtocol

/// What the table of a message says, row by row.
package struct FieldDescriber: Fields {
  package typealias Failure = Never

  /// One field.
  package struct Field {
    package let name: String
    package let schema: Schema
    /// Whether it may be left out.
    package fileprivate(set) var isOptional: Bool
    /// A sentence, or nothing.
    package let about: String
  }

  package private(set) var fields: [Field] = []
  /// Of these groups of fields exactly one is there.
  package private(set) var groups: [[String]] = []

  /// The table of a type.
  package init<Object: WireObject>(_ type: Object.Type) {
    var object = Object()
    object.visit(&self)
  }

  /// The table of a type that is known only when it runs.
  package init(any type: any WireObject.Type) {
    func table<Object: WireObject>(_ type: Object.Type) -> FieldDescriber { FieldDescriber(type) }
    self = table(type)
  }

  /// The names of the fields, in the order in which they are written.
  package var names: [String] { fields.map(\.name) }

  package mutating func required<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    fields.append(
      Field(name: "\(name)", schema: form.schema, isOptional: false, about: "\(about)"))
  }

  package mutating func expected<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value, as form: Form, _ about: StaticString
  ) {
    required(name, &value, as: form, about)
  }

  package mutating func optional<Form: FieldForm>(
    _ name: StaticString, _ value: inout Form.Value?, as form: Form, _ about: StaticString
  ) {
    fields.append(
      Field(name: "\(name)", schema: form.schema, isOptional: true, about: "\(about)"))
  }

  package mutating func rest<Form: FieldForm>(_ value: inout Form.Value, as form: Form) {
    guard case .members(let members) = form.schema else {
      fields.append(Field(name: "*", schema: form.schema, isOptional: false, about: ""))
      return
    }
    for (name, schema, about) in members {
      fields.append(Field(name: name, schema: schema, isOptional: false, about: about))
    }
  }

  package func check(_ rule: () throws(ProtocolError) -> Void) {}

  package mutating func oneOf(_ groups: [StaticString]...) {
    let groups = groups.map { $0.map { "\($0)" } }
    guard groups.count == 1 else {
      self.groups = groups
      return
    }
    for index in fields.indices where groups[0].contains(fields[index].name) {
      fields[index].isOptional = false
    }
  }
}
