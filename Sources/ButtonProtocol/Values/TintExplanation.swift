/// What stands for the display's tint on a button.
package struct TintExplanation: WireObject, Hashable {
  package var value = ""
  package var layer: String?
  package var isDimmed = false

  package init() {}

  package init(value: String, layer: String?, isDimmed: Bool) {
    self.value = value
    self.layer = layer
    self.isDimmed = isDimmed
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("value", &value, "#RRGGBBAA, for the traits of the request.")
    try fields.optional(
      "layer", &layer, as: .choice(["definition", "group"]),
      "Who has set it; the display without it.")
    try fields.flag("isDimmed", &isDimmed, "It is made gray.")
  }
}
