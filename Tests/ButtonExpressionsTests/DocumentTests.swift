import ButtonExpressions
import ButtonModel
import TestSupport
import Testing

/// The examples of `docs/expressions.md` mean what the page says.
@Suite struct DocumentTests {
  /// A row of a table with an expression or a template, a state and what comes of it.
  struct Example: Sendable, CustomTestStringConvertible {
    let text: String
    let state: String
    let value: String
    let isTemplate: Bool

    var testDescription: String { text }
  }

  static let page = (try? FileBytes.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  static let examples = found(in: page)

  private static var path: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      + "/docs/expressions.md"
  }

  /// The rows under the heads `expression | state | value` and `template | state | text`.
  private static func found(in page: String) -> [Example] {
    var examples: [Example] = []
    var head: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("| ") else {
        if !line.hasPrefix("|") { head = [] }
        continue
      }
      let cells = cells(of: String(line))
      if head.isEmpty {
        head = cells
      } else if head.count == 3, head[1] == "state", cells.count == 3 {
        let bare = cells.map { $0.trimmingQuotes }
        examples.append(
          Example(
            text: bare[0], state: bare[1], value: bare[2], isTemplate: head[0] == "template"))
      }
    }
    return examples
  }

  /// A row's cells; `\|` is not a border.
  private static func cells(of line: String) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in line.dropFirst(2).dropLast(2) {
      if character == "|", !isEscaped {
        cells.append("")
      } else if character != "\\" || isEscaped {
        cells[cells.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
  }

  @Test func thePageHasExamples() {
    #expect(Self.examples.count >= 21)
    #expect(Self.examples.contains { $0.isTemplate })
  }

  @Test(arguments: examples)
  func anExampleMeansWhatThePageSays(_ example: Example) throws {
    var state: [UTF8String: StateValue] = [:]
    if case .object(let members) = try JSONTree(parsing: example.state) {
      for member in members {
        state[UTF8String(member.name)] = try StateValue(parsing: member.value.text)
      }
    }
    let found = outcome(example.text, state, isTemplate: example.isTemplate)
    #expect(found == .value(try StateValue(parsing: example.value)))
  }

  @Test func thePageNamesEveryFunction() {
    let names = [
      "size", "contains", "startsWith", "endsWith", "lowerAscii", "upperAscii", "trim", "split",
      "join", "replace", "substring", "min", "max", "abs", "round", "floor", "ceil", "string",
      "int", "double", "format", "has", "orValue", "lost", "all", "exists", "exists_one", "filter",
      "map",
    ]
    for name in names { #expect(Self.page.contains("\(name)("), "\(name) is missing") }
  }
}

extension String {
  /// The text without the quotes of code around it.
  fileprivate var trimmingQuotes: String {
    hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }
}
