import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport

/// `Config/messages.json`: the tables of all messages as text, from which `scripts/record` makes
/// `Config/schemas/openrpc.json`.
///
/// A field's name ends in `?` where it may be left out; `*` stands for members that have a separate
/// type; `oneOf` beside `fields` names groups of them of which exactly one is there.
struct ProtocolDescription {
  private var types: [(name: String, about: String, schema: Schema)] = []

  static var text: String {
    var description = ProtocolDescription()
    let methods = WireMessages.requests.map { description.method($0) }
    let notifications = WireMessages.notifications.map { type in
      """
      \(quoted("\(type.method)")): {
            "summary": \(quoted("\(type.summary)")),
            "params": \(description.object(type, 3))
          }
      """
    }
    let errors = ErrorReason.allCases.map { reason in
      """
      \(quoted(reason.rawValue)): {
            "code": \(reason.code),
            "message": \(quoted("\(reason.summary)"))
          }
      """
    }
    _ = description.text(of: ErrorData.schema, about: "", 2)
    var types: [String] = []
    while types.count < description.types.count {
      let type = description.types[types.count]
      types.append(
        "\(quoted(type.name)): "
          + description.text(of: type.schema, about: type.about, 2))
    }
    return """
      {
        "methods": {
          \(methods.joined(separator: ",\n    "))
        },
        "notifications": {
          \(notifications.joined(separator: ",\n    "))
        },
        "errors": {
          \(errors.joined(separator: ",\n    "))
        },
        "types": {
          \(types.joined(separator: ",\n    "))
        }
      }

      """
  }

  private mutating func method(_ type: any Request.Type) -> String {
    let method = type.method
    let errors = method.errors.map { quoted($0.rawValue) }.joined(separator: ", ")
    let notification = method.notification.map { quoted("\($0.method)") }
    return """
      \(quoted("\(method.name)")): {
            "role": \(quoted(method.requiredRole.rawValue)),
            "summary": \(quoted("\(method.summary)")),
            "errors": [\(errors)],
            "notifications": [\(notification ?? "")],
            "params": \(object(type, 3)),
            "result": \(object(WireMessages.response(of: type), 3))
          }
      """
  }

  /// The fields of an object, a line each; `depth` is that of the line on which they begin.
  private mutating func object(_ type: any WireObject.Type, _ depth: Int) -> String {
    let table = FieldDescriber(any: type)
    if table.fields.isEmpty { return "{}" }
    let margin = String(repeating: "  ", count: depth)
    let lines = table.fields.map { field in
      "\(margin)  \(quoted(field.name + (field.isOptional ? "?" : ""))): "
        + text(of: field.schema, about: field.about, depth + 1)
    }
    return "{\n\(lines.joined(separator: ",\n"))\n\(margin)}"
  }

  /// JSON Schema, but for `$ref`, which is a type's name, and `fields`, which are those of an object.
  private mutating func text(of schema: Schema, about: String, _ depth: Int) -> String {
    let sentence = about.isEmpty ? "" : "\"description\": \(quoted(about))"
    let rest: String
    switch schema {
    case .json(let text): rest = String(text.dropFirst().dropLast())
    case .list(let element):
      rest = #""type": "array", "items": \#(text(of: element, about: "", depth))"#
    case .named(let name, let about, let schema):
      if !types.contains(where: { $0.name == "\(name)" }) {
        types.append(("\(name)", "\(about)", schema))
      }
      rest = #""$ref": "\#(name)""#
    case .table(let type):
      let groups = FieldDescriber(any: type).groups.map {
        "[\($0.map(quoted).joined(separator: ", "))]"
      }
      let oneOf = groups.isEmpty ? "" : #", "oneOf": [\#(groups.joined(separator: ", "))]"#
      rest = #""fields": \#(object(type, depth))\#(oneOf)"#
    case .members: preconditionFailure("members are no value of a field")
    }
    return "{\(sentence)\(sentence.isEmpty || rest.isEmpty ? "" : ", ")\(rest)}"
  }
}

private func quoted(_ text: String) -> String {
  var writer = JSONWriter()
  writer.string(text)
  return writer.string
}
