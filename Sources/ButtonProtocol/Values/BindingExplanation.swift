package import ButtonModel

package struct BindingExplanation: WireObject, Hashable {
  package static var schema: Schema {
    .named("Binding", "A part of a definition that follows an expression.", .table(Self.self))
  }

  package var path = ""
  package var text = ExpressionText.expression(UTF8String(""))
  package var reads: [KeyReading] = []
  package var steps = 0
  package var value: StateValue?
  package var error: String?

  package init() {}

  package init(
    path: String, text: ExpressionText, reads: [KeyReading], steps: Int, value: StateValue?,
    error: String?
  ) {
    self.path = path
    self.text = text
    self.reads = reads
    self.steps = steps
    self.value = value
    self.error = error
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("path", &path, "Its place, such as configuration.title.")
    try fields.required("by", &text, "What it is bound to.")
    try fields.required("reads", &reads)
    try fields.required("steps", &steps, "What the last evaluation took.")
    try fields.optional("value", &value, "What it makes of the newest state.")
    try fields.optional("error", &error, "Why it sets nothing.")
  }
}
