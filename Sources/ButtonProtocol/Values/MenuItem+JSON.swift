package import ButtonModel
package import JSONRPC

extension MenuItem.State: WireName {}

extension MenuItem {
  /// As a definition has it, with expressions in place of bound parts.
  func write(at index: Int, _ bindings: Bindings, into writer: inout JSONWriter) {
    func text(_ member: Member) -> ExpressionText? { bindings[.menuItem(index, member)] }
    writer.beginObject()
    writer.member("id", id)
    if let text = text(.title) {
      writer.member("title", text)
    } else {
      writer.member("title", title)
    }
    if let text = text(.image) {
      writer.member("image", text)
    } else {
      writer.member("image", ifPresent: image)
    }
    if role != .none { writer.member("role", role) }
    if let text = text(.state) {
      writer.member("state", text)
    } else if state != .off {
      writer.member("state", state)
    }
    if let text = text(.isEnabled) {
      writer.member("isEnabled", text)
    } else if !isEnabled {
      writer.member("isEnabled", isEnabled)
    }
    writer.member("action", ifPresent: action)
    writer.endObject()
  }
}

extension [MenuItem] {
  /// As looks have them: without actions, and without what is at its default.
  package func writeLook(into writer: inout JSONWriter) {
    writer.beginArray()
    for item in self {
      writer.beginObject()
      writer.member("id", item.id)
      writer.member("title", item.title)
      writer.member("image", ifPresent: item.image)
      if item.role != .none { writer.member("role", item.role) }
      if item.state != .off { writer.member("state", item.state) }
      if !item.isEnabled { writer.member("isEnabled", false) }
      writer.endObject()
    }
    writer.endArray()
  }
}
