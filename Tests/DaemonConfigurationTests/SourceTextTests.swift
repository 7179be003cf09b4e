import ButtonProtocol
import DaemonConfiguration
import JSONRPC
import Testing

/// Where the parts of a text stand, however it was written.
struct SourceTextTests {
  static let yaml = """
    limits:
      keys: 5
    buttons:
      - id: a.b
        style: plain
      - id: c
        stateValues: {title: {selected+highlighted: X}}
    a.b:
      c[0]:
        d: [1,
            2]
    a: {b.c: 1, b: {c: 2}}
    """

  @Test(arguments: [
    ("", 1, 1), ("limits", 1, 1), ("limits.keys", 2, 3),
    // What is not there is shown by what is around it.
    ("limits.buttons", 1, 1), ("nothing.at.all", 1, 1),
    ("buttons", 3, 1), ("buttons[0]", 4, 5), ("buttons[0].style", 5, 5),
    ("buttons[1].style", 6, 5), ("buttons[7].id", 3, 1),
    ("buttons[1].stateValues.title.selected+highlighted", 7, 27),
    // Names with dots and brackets are names all the same.
    ("a.b.c[0].d[1]", 11, 9), ("a.b.c[0].d", 10, 5), ("a.b.c", 12, 5),
    ("a.b", 8, 1),
  ])
  func aPathLeadsToItsPlace(path: String, line: UInt32, column: UInt32) throws {
    let text = try YAML.read(SourceTextTests.yaml)
    let parser = JSONParser()
    let root = try parser.parse(String(decoding: text.json, as: UTF8.self))
    let place = text.place(of: path, in: root)
    #expect(place == TextPlace(line: Int(line), column: Int(column)), "\(path): \(place)")
  }

  @Test func placesInJSONAreThoseOfItsOwnText() throws {
    let json = "{\n  \"b\": {\"primary\": {\n    \"$value\": \"#00\"}}\n}"
    let text = try JSON.read(json)
    let parser = JSONParser()
    let root = try parser.parse(json)
    #expect(text.place(of: "b.primary.$value", in: root) == TextPlace(line: 3, column: 5))
    #expect(text.place(of: "b", in: root) == TextPlace(line: 2, column: 3))
  }

  @Test func whatAnAliasRepeatsStandsWhereItWasWritten() throws {
    let text = try YAML.read("a: &x\n  style: gray\nb: *x\nc: 1\n")
    let parser = JSONParser()
    let root = try parser.parse(String(decoding: text.json, as: UTF8.self))
    #expect(text.place(of: "b", in: root) == TextPlace(line: 3, column: 1))
    #expect(text.place(of: "b.style", in: root) == TextPlace(line: 2, column: 3))
    #expect(text.place(of: "c", in: root) == TextPlace(line: 4, column: 1))
  }
}
