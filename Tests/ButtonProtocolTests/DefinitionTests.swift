import ButtonModel
import JSONRPC
import TestSupport
import Testing

@testable import ButtonProtocol

@Suite struct DefinitionTests {
  static let definitions = Result { try Fixture("Fixtures/definitions.jsonl") }
  static let patches = Result { try Fixture("Fixtures/patches.jsonl") }

  @Test(arguments: (try? definitions.get().lines) ?? [])
  func aDefinitionIsReadStrictlyAndWrittenInOneForm(line: Fixture.Line) throws {
    try check(line) { warnings in
      try withElement(try #require(line.value["definition"]).text) { json in
        var reader = DefinitionReader(path: "definition")
        defer { warnings = reader.warnings }
        return try reader.definition(json)
      }
    }
  }

  @Test(arguments: (try? patches.get().lines) ?? [])
  func aPatchChangesWhatItNames(line: Fixture.Line) throws {
    let present = try withElement(try #require(line.value["definition"]).text) { json in
      var reader = DefinitionReader(path: "definition")
      return try reader.definition(json)
    }
    try check(line) { warnings in
      try withElement(try #require(line.value["patch"]).text) { json in
        var reader = DefinitionReader(path: "params")
        defer { warnings = reader.warnings }
        return try reader.patched(present, by: json)
      }
    }
  }

  @Test func theTablesAreThere() throws {
    #expect(try Self.definitions.get().lines.count > 50)
    #expect(try Self.patches.get().lines.count > 20)
  }

  @Test func whatIsWrittenIsReadAsTheSameDefinition() throws {
    for line in try Self.definitions.get().lines where line.value["reason"] == nil {
      let text = try #require(line.value["definition"]).text
      let first = try read(text)
      #expect(try read(written(first)) == first, "\(line)")
      #expect(written(try read(written(first))) == written(first), "\(line)")
    }
  }

  @Test func whatIsPatchedIsReadBackAsTheSameDefinition() throws {
    for line in try Self.patches.get().lines where line.value["reason"] == nil {
      let present = try read(try #require(line.value["definition"]).text)
      let patched = try withElement(try #require(line.value["patch"]).text) { json in
        var reader = DefinitionReader(path: "params")
        return try reader.patched(present, by: json)
      }
      #expect(try read(written(patched)) == patched, "\(line)")
    }
  }

  @Test func anIDThatIsTooLongNamesTheLimit() throws {
    let id = String(repeating: "x", count: 129)
    let error = try protocolError { _ = try read(#"{"id":"\#(id)","style":"plain"}"#) }
    #expect(error?.reason == .limitExceeded)
    #expect(error?.limit == "idBytes")
    #expect(error?.value == 128)
    #expect(error?.path == "id")
  }

  @Test(
    arguments: [
      ("{{ cart.total }}", "write {cart.total}"), ("{{cart.total}} €", "write {cart.total}"),
      ("${cart.total}", "write {cart.total}"), ("$(cart:total)", "write {cart.total}"),
      ("{{x}", nil), ("{{}}", nil), ("${cart.total:%.2f}", nil), ("$ {cart.total}", nil),
      ("{cart.total} $", nil), ("$(5)", nil), ("{x}", nil),
    ] as [(String, String?)])
  func aTemplateOfAnotherLanguageIsNoticed(template: String, advice: String?) throws {
    let text =
      #"{"id":"b","style":"plain","configuration":{"title":{"template":"\#(template)"}}}"#
    let warnings = try withElement(text) { json in
      var reader = DefinitionReader(path: "definition")
      _ = try reader.definition(json)
      return reader.warnings
    }
    guard let advice else { return #expect(warnings == []) }
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("definition.configuration.title shows") == true)
    #expect(warnings.first?.contains(advice) == true, "\(warnings)")
  }

  private func read(_ text: String) throws -> ButtonDefinition {
    try withElement(text) { json in
      var reader = DefinitionReader(path: "definition")
      return try reader.definition(json)
    }
  }

  /// Compares what `read` gives with what the line says.
  private func check(
    _ line: Fixture.Line, _ read: (inout [String]) throws -> ButtonDefinition
  ) throws {
    var warnings: [String] = []
    if let reason = line.value["reason"]?.string {
      let error = try protocolError { _ = try read(&warnings) }
      #expect(error?.reason.rawValue == reason)
      #expect(error?.path == line.value["path"]?.string)
      let says = try #require(line.value["says"]?.string)
      #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
      return
    }
    let definition = try read(&warnings)
    let wanted = line.value["writes"] ?? line.value["definition"]
    #expect(written(definition) == wanted?.text)
    #expect(warnings == (line.value["warnings"]?.elements ?? []).compactMap(\.string))
  }
}
