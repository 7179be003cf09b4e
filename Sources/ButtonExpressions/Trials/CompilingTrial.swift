internal import ButtonModel

/// A text to compile, to measure the cost; each repeats one element of sources.
package struct CompilingTrial: Sendable {
  package let name: String
  /// What compiling is charged.
  package let steps: Int
  private let text: ExpressionText

  private init(_ name: String, _ text: ExpressionText) {
    self.name = name
    self.text = text
    var steps = 0
    do throws(ExpressionError) {
      _ = try ExpressionProgram(text, limits: .ceiling, steps: &steps)
    } catch {
      // Refusing has a cost, too.
    }
    self.steps = steps
  }

  package func compile() { _ = try? ExpressionProgram(text, limits: .ceiling) }

  /// Short and long, valid and invalid.
  package static var all: [Self] {
    let forms = ExpressionTrial.forms.map { Self("\($0.text.source)", $0.text) }
    return forms
      + [1, 8, 100].flatMap { count in
        expressions(count).map { Self("\(count) \($0)", .expression(UTF8String($1))) }
          + templates(count).map { Self("\(count) \($0)", .template(UTF8String($1))) }
      }
  }

  private static func templates(_ count: Int) -> [(String, String)] {
    [
      ("texts", repeated("text", count)), ("holes", repeated("{a}", count)),
      ("holes with verbs", repeated("{a:%.2f}", count)), ("braces", repeated("{{", count)),
      ("holes without an end", repeated("{a}", count) + "{"),
    ]
  }

  private static func expressions(_ count: Int) -> [(String, String)] {
    [
      ("ints", row("1", "+", count)), ("doubles", row("1.5e300", "+", count)),
      ("keys", (0..<count).map { "a.k\($0)" }.joined(separator: "+")),
      ("uses of a key", row("cart.total", "+", count)),
      ("names of a chain", row("a", ".", count)), ("strings", row("'text'", "+", count)),
      ("letters of a string", "'\(repeated("a", count))'"),
      ("escapes", "'\(repeated("\\n", count))'"),
      ("digits of a double", "0.\(repeated("1", count))"),
      ("digits of an int", repeated("0", count) + "1"), ("spaces", repeated(" ", count) + "1"),
      ("letters of a comment", "1 // \(repeated("a", count))"),
      ("letters of a name", repeated("a", count)),
      ("parentheses", nested("(", "1", ")", count)), ("lists", nested("[", "x", "]", count)),
      ("known lists", nested("[", "1", "]", count)),
      ("lists around a long one", nested("[", row("1", ",", 100) + ",x", "]", count)),
      ("known lists around a long one", nested("[", row("1", ",", 100), "]", count)),
      ("maps", nested("{'a':", "x", "}", count)), ("elements", "[\(row("1", ",", count))]"),
      ("members", "{\((0..<count).map { "'a\($0)':x" }.joined(separator: ","))}"),
      ("known members", "{\((0..<count).map { "'a\($0)':1" }.joined(separator: ","))}"),
      ("indexes", "x" + repeated("[0]", count)), ("optional names", "x" + repeated(".?a", count)),
      ("methods", "x" + repeated(".trim()", count)), ("calls", row("size(x)", "+", count)),
      ("nested calls", nested("string(", "x", ")", count)),
      ("macros", "l" + repeated(".map(x,x)", count)), ("conditions", repeated("x?1:", count) + "1"),
      ("signs", repeated("!", count) + "x"), ("logical operators", row("a", "&&", count)),
      ("memberships", row("a", " in ", count)), ("comparisons", row("a", "<", count)),
      ("verbs of a format", "format('\(repeated("%s", count))', [\(row("1", ",", count))])"),
      ("operators without an end", repeated("1+", count)),
      ("calls of what is unknown", "unknown" + repeated("(", count)),
    ]
  }

  private static func repeated(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count)
  }

  private static func row(_ piece: String, _ separator: String, _ count: Int) -> String {
    Array(repeating: piece, count: count).joined(separator: separator)
  }

  private static func nested(
    _ open: String, _ inner: String, _ close: String, _ count: Int
  ) -> String {
    repeated(open, count) + inner + repeated(close, count)
  }
}
