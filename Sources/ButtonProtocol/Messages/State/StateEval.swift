package import ButtonModel

/// Evaluates an expression or a template once; nothing is kept.
package struct StateEvalRequest: Request, Hashable {
  package typealias Response = StateEvalResponse
  package static let method = Method(
    "state.eval", for: .read, "What an expression or a template comes to with the present values.")

  package var expression: String?
  package var template: String?

  package init() {}

  package init(expression: String) { self.expression = expression }

  package init(template: String) { self.template = template }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("expression", &expression, "As docs/expressions.md describes it.")
    try fields.optional("template", &template, "Text with expressions in braces.")
    fields.oneOf(["expression"], ["template"])
    let (expression, template) = (expression, template)
    try fields.check { () throws(ProtocolError) in
      guard (expression == nil) == (template == nil) else { return }
      throw .invalidParams("name an expression or a template, one of them", path: "expression")
    }
  }
}

package struct StateEvalResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var value: StateValue?
  package var type: StateValueType?
  package var error: ExpressionFault?
  package var keys: [UTF8String] = []
  package var steps = 0
  package var maximumSteps = 0

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.optional("value", &value, "Missing where there is an error.")
    try fields.optional("type", &type, "The value's type.")
    try fields.optional("error", &error)
    try fields.required("keys", &keys, as: .keyNames)
    try fields.required("steps", &steps, "What the evaluation took.")
    try fields.required("maximumSteps", &maximumSteps, "What it may take.")
  }
}

package struct ExpressionFault: WireObject, Hashable {
  package static var schema: Schema {
    .named("ExpressionError", "Why an expression has no value, and where.", .table(Self.self))
  }

  package var code = ""
  package var message = ""
  package var line = 1
  package var column = 1

  package init() {}

  package init(code: String, message: String, line: Int, column: Int) {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("code", &code, "A word that programs can compare.")
    try fields.required("message", &message, "For people, with what to write instead.")
    try fields.required("line", &line, "From 1.")
    try fields.required("column", &column, "In Unicode scalars, from 1.")
  }
}

package enum StateValueType: String, Hashable, Sendable, WireName {
  case null, bool, int, double, string, list, map

  package init(of value: StateValue) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .int: .int
      case .double: .double
      case .string: .string
      case .json(let text): text.bytes.first == UInt8(ascii: "[") ? .list : .map
      }
  }
}
