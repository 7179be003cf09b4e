import ButtonProtocol
import DaemonConfiguration
import JSONRPC
import Testing

/// JSON files, whose mistakes are told with their places.
struct StrictJSONTests {
  @Test(arguments: [
    ("", "1:1: a value is missing"),
    ("{\"a\": 1,\n}", "2:1: the name of a member is missing; remove the comma before this"),
    ("{\"a\" 1}", "1:6: ':' is missing behind the name"),
    ("{\"a\": 1 \"b\": 2}", "1:9: ',' or '}' is missing"),
    ("[1,\n 2\n 3]", "3:2: ',' or ']' is missing"),
    ("[1,]", "1:4: this is not a JSON value; remove the comma before this"),
    ("{\"a\": [1, 2}", "1:12: ',' or ']' is missing"), ("[1, 2}", "1:6: ',' or ']' is missing"),
    ("{\"a\":}", "1:6: a value is missing"), ("[1, [}", "1:6: a value is missing"),
    ("{}}", "1:3: the value has ended; nothing may follow it"),
    ("{'a': 1}", "1:2: the name of a member is missing; JSON's quotes are double"),
    ("[yes]", "1:2: this is not a JSON value; text stands in double quotes"),
    (
      "[1]\n// a comment",
      "2:1: the value has ended; nothing may follow it; JSON has no comments: remove this one"
    ),
    ("\"abc", "1:5: the string does not end"),
    ("\"a\nb\"", "1:3: a control character stands in a string; write \\n, \\t or \\u00XX"),
    ("\"\\q\"", "1:3: there is no escape of that letter"),
    ("\"\\u12G4\"", "1:6: \\u needs four hexadecimal digits"),
    ("[-]", "1:3: a digit is missing"), ("[1.]", "1:4: a digit is missing"),
    ("[1e+]", "1:5: a digit is missing"), ("[01]", "1:3: ',' or ']' is missing"),
    ("{\"é\": 1, \"é\": 2}", "1:10: 'é' is there twice; a name occurs once"),
  ])
  func aMistakeIsSaidWithItsPlace(json: String, message: String) {
    #expect(JSON.fault(Array(json.utf8)) == message)
  }

  @Test func whatIsNotUTF8IsRefusedWhereItBegins() {
    #expect(JSON.fault(Array("[\"é".utf8) + [0xFF]) == "1:4: the text is not UTF-8 from here on")
  }

  @Test func nestingHasABound() throws {
    let open = String(repeating: "[", count: 65)
    #expect(
      JSON.fault(Array(open.utf8)) == "1:65: nests deeper than 64 objects and lists")
  }

  @Test(arguments: [
    "null", " [ ] ", "{ }", "[1, -2.5e+3, 0.1E-7, true, false, null, \"\\u00e9\\n\"]",
    "{\"a\": {\"b\": [{}, [[]]]}, \"\": 0}",
  ])
  func whatTheParserTakesIsTakenHere(json: String) throws {
    _ = try JSONParser().parse(json)
    #expect(JSON.fault(Array(json.utf8)) == nil)
  }
}

/// JSON as tests write it.
enum JSON {
  /// `line:column: message` of why a text is refused; nil when it is not.
  static func fault(_ text: [UInt8]) -> String? {
    do throws(TextFault) {
      _ = try StrictJSON.read(text)
      return nil
    } catch {
      return "\(error.place.line):\(error.place.column): \(error.message)"
    }
  }

  static func read(_ text: String) throws -> SourceText { try StrictJSON.read(Array(text.utf8)) }
}
