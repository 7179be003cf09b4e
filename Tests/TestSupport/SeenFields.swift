package import ButtonProtocol

/// Fields of messages that were seen.
package struct SeenFields {
  /// `type.field`, of every field of every object.
  package private(set) var seen: Set<String> = []
  /// The same of all fields that the objects that were seen might have had.
  package private(set) var known: Set<String> = []
  /// `type.field`, of members that are not fields.
  package private(set) var strange: Set<String> = []

  package init() {}

  /// Sees an object, and the objects in it.
  package mutating func see(_ object: JSONTree, as type: any WireObject.Type) {
    let table = FieldDescriber(any: type)
    known.formUnion(table.names.map { "\(type).\($0)" })
    guard case .object(let members) = object else { return }
    for member in members {
      guard let field = table.fields.first(where: { $0.name == member.name }) else {
        if !table.names.contains("*") { strange.insert("\(type).\(member.name)") }
        continue
      }
      seen.insert("\(type).\(member.name)")
      see(member.value, as: field.schema)
    }
  }

  private mutating func see(_ value: JSONTree, as schema: Schema) {
    switch schema {
    case .json, .members: break
    case .list(let element): for each in value.elements { see(each, as: element) }
    case .named(_, _, let schema): see(value, as: schema)
    case .table(let type): see(value, as: type)
    }
  }
}
