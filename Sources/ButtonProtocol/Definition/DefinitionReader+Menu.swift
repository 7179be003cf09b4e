import ButtonModel
import JSONRPC

extension DefinitionReader {
  private static let itemMembers = [
    "id", "title", "image", "role", "state", "isEnabled", "action",
  ]

  /// Replaces the whole menu.
  func readMenu(
    _ json: JSONElement, into definition: inout ButtonDefinition
  ) throws(ProtocolError) {
    definition.menu = []
    definition.bindings.removeAll(where: \.isMenuItem)
    if json.isNull { return }
    guard json.isArray else { throw .wrongType(json, expected: "an array") }
    guard (1...MenuItem.maximumCount).contains(json.count) else {
      throw .invalidParams(
        "must have 1 to \(MenuItem.maximumCount) items, not \(json.count); null is not a menu")
    }
    var mistakes = Mistakes()
    var menu: [MenuItem] = []
    menu.reserveCapacity(json.count)
    var ids: Set<String> = []
    for (index, element) in json.elements.enumerated() where !mistakes.isFull {
      do throws(ProtocolError) {
        let item = try item(element, at: index, &definition.bindings)
        guard ids.insert(item.id).inserted else {
          throw ProtocolError.invalidParams("'\(item.id)' occurs twice in the menu", path: "id")
        }
        menu.append(item)
      } catch {
        mistakes.add(error.under(index: index))
      }
    }
    definition.menu = menu
    try mistakes.check()
  }

  private func item(
    _ json: JSONElement, at index: Int, _ bindings: inout Bindings
  ) throws(ProtocolError) -> MenuItem {
    let members = try Members(of: json)
    var mistakes = Mistakes()
    mistakes.attempt { () throws(ProtocolError) in try json.allowOnly(Self.itemMembers) }
    let id = mistakes.attempt { () throws(ProtocolError) in
      try members.required("id", as: ButtonID.self).text
    }
    var item = MenuItem(id: id ?? "", title: "")
    if members.value("title") == nil {
      mistakes.add(.invalidParams("title is missing", path: "title"))
    }
    for (name, value) in json.members {
      guard let member = MenuItem.Member(rawValue: name.string), !value.isNull else { continue }
      mistakes.attempt(member.rawValue) { () throws(ProtocolError) in
        let text = try ExpressionText.bound(by: value)
        bindings[.menuItem(index, member)] = text
        if text == nil { try item.read(value, as: member) }
      }
    }
    mistakes.attempt { () throws(ProtocolError) in
      item.role = try members.optional("role", default: ButtonRole.none)
    }
    if let action = members.value("action") {
      mistakes.attempt("action") { () throws(ProtocolError) in
        item.action = try Action(json: action, patching: nil, isPatch: false)
      }
    }
    try mistakes.check()
    return item
  }

  /// Refuses what needs a menu where there is none.
  func checkMenu(
    _ definition: ButtonDefinition, _ mistakes: inout Mistakes
  ) {
    guard definition.menu.isEmpty else { return }
    if definition.menuSelection != nil {
      mistakes.add(
        .invalidParams("there is no menu to choose from: give a menu", path: "menuSelection"))
    }
    if definition.showsMenuAsPrimaryAction {
      mistakes.add(
        .invalidParams(
          "there is no menu to show: give a menu", path: "showsMenuAsPrimaryAction"))
    }
  }
}

extension MenuItem {
  fileprivate mutating func read(_ json: JSONElement, as member: Member) throws(ProtocolError) {
    switch member {
    case .title: title = UTF8String(try String(json: json))
    case .image: image = UTF8String(try String(json: json))
    case .state: state = try State(json: json)
    case .isEnabled: isEnabled = try Bool(json: json)
    }
  }
}
