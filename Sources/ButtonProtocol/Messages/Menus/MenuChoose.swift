package struct MenuChooseRequest: Request, Hashable {
  package typealias Response = ButtonsTriggerResponse
  package static let method = Method(
    "menu.choose", for: .press, "Chooses an entry of a button's menu: performs its action.",
    errors: .press)

  package var button = ""
  package var item = ""
  package var wait: Wait?

  package init() {}

  package init(button: String, item: String, wait: Wait? = nil) {
    self.button = button
    self.item = item
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("button", &button, as: .buttonID)
    try fields.required("item", &item, as: .buttonID)
    try fields.optional(.wait, &wait)
  }
}
