package import ButtonModel

/// A menu entry as it is now.
package struct MenuItemExplanation: WireObject, Hashable {
  package var id = ""
  package var title = ""
  package var image: String?
  package var role = ButtonRole.none
  package var state = MenuItem.State.off
  package var isEnabled = true

  package init() {}

  package init(_ item: MenuItem) {
    id = item.id
    title = item.title.string
    image = item.image?.string
    role = item.role
    state = item.state
    isEnabled = item.isEnabled
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.required("title", &title)
    try fields.optional("image", &image)
    try fields.optional("role", &role, default: .none)
    try fields.optional("state", &state, default: .off)
    try fields.optional("isEnabled", &isEnabled, default: true)
  }
}
