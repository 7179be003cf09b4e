package import ButtonModel
package import JSONRPC

extension GroupDefinition: FieldValue {
  package static var schema: Schema { .reference("Group") }

  private static let names = [
    "id", "tint", "tintAdjustmentMode", "controlSize", "borderShape", "borderRadius", "isEnabled",
  ]

  package init(json: JSONElement) throws(ProtocolError) { try self.init(json: json, named: nil) }

  /// `name` is the id of an object that has none.
  package init(json: JSONElement, named name: String?) throws(ProtocolError) {
    let members = try Members(of: json)
    var mistakes = Mistakes()
    mistakes.attempt { () throws(ProtocolError) in try json.allowOnly(GroupDefinition.names) }
    let id = mistakes.attempt { () throws(ProtocolError) in try GroupDefinition.id(members, name) }
    var group = GroupDefinition(id: id ?? "")
    func read(_ name: StaticString, _ body: (JSONElement) throws(ProtocolError) -> Void) {
      guard let value = json.member(name), !value.isNull else { return }
      mistakes.attempt("\(name)") { () throws(ProtocolError) in try body(value) }
    }
    read("tint") { value throws(ProtocolError) in group.tint = try Color(json: value) }
    read("tintAdjustmentMode") { value throws(ProtocolError) in
      group.tintAdjustmentMode = try TintAdjustmentMode(json: value)
    }
    read("controlSize") { value throws(ProtocolError) in
      if case .choice(let choice) = try Property.controlSize.value(json: value, patching: nil) {
        group.controlSize = ButtonConfiguration.ControlSize(rawValue: choice)
      }
    }
    read("borderShape") { value throws(ProtocolError) in
      if case .choice(let choice) = try Property.borderShape.value(json: value, patching: nil) {
        group.borderShape = ButtonConfiguration.BorderShape(rawValue: choice)
      }
    }
    read("borderRadius") { value throws(ProtocolError) in
      if case .number(let radius) = try Property.borderRadius.value(json: value, patching: nil) {
        group.borderRadius = radius
      }
    }
    read("isEnabled") { value throws(ProtocolError) in
      guard let text = try ExpressionText.bound(by: value) else {
        group.isEnabled = try Flag(json: value, patching: nil)
        return
      }
      if case .template = text {
        throw ProtocolError.invalidParams(
          "a template makes a text; write {\"cel\": …}, which makes true or false")
      }
      group.isEnabledBinding = text
    }
    try mistakes.check()
    self = group
  }

  private static func id(_ members: Members, _ name: String?) throws(ProtocolError) -> String {
    guard let name else { return try members.required("id", as: GroupName.self).text }
    if let id = try members.optional("id", as: GroupName.self)?.text, id != name {
      throw .invalidParams(
        "is '\(Excerpt(id))', but the group is named '\(Excerpt(name))'", path: "id")
    }
    return try GroupName(name).text
  }

  /// Members at their default are left out, so equal definitions have equal texts.
  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("tint", ifPresent: tint)
    if tintAdjustmentMode != .automatic {
      writer.member("tintAdjustmentMode", tintAdjustmentMode)
    }
    if let controlSize { writer.member("controlSize", controlSize.name) }
    if let borderShape { writer.member("borderShape", borderShape.name) }
    if let borderRadius { writer.member("borderRadius", borderRadius) }
    if let isEnabledBinding {
      writer.member("isEnabled", isEnabledBinding)
    } else if isEnabled != .constant(true) {
      writer.member("isEnabled", isEnabled)
    }
    writer.endObject()
  }
}
