import ButtonModel
import Foundation
import JSONRPC
import TestSupport
import Testing

@testable import ButtonProtocol

private func rewrite(_ json: JSONElement, as type: any Message.Type) throws -> String {
  var writer = JSONWriter()
  try type.init(json: json).write(into: &writer)
  return writer.string
}

@Suite struct MessageTests {
  static let golden = Result { try Fixture("Fixtures/messages.jsonl") }

  @Test(arguments: (try? golden.get().lines) ?? [])
  func whatIsReadIsWrittenAgain(line: Fixture.Line) throws {
    let name = try #require(line.value["message"]?.string)
    let type = try #require(WireMessages.type(name), "no message \(name)")
    let text = try #require(line.value["json"]).text
    let written = try withElement(text) { try rewrite($0, as: type) }
    #expect(written == text)
  }

  @Test func everyFieldOfEveryMessageIsInAGoldenLine() throws {
    var golden = SeenFields()
    for line in try Self.golden.get().lines {
      let type = try #require(WireMessages.type(line.value["message"]?.string ?? ""))
      golden.see(try #require(line.value["json"]), as: type)
    }
    var all = SeenFields()
    // A patch is read with the id and the wait beside it, so its line is not what is written.
    for type in WireMessages.requests where type != ButtonsPatchRequest.self {
      all.see(.object([]), as: type)
      all.see(.object([]), as: WireMessages.response(of: type))
    }
    for type in WireMessages.notifications { all.see(.object([]), as: type) }
    #expect(golden.known.isSuperset(of: all.known))
    #expect(golden.seen == golden.known, "missing: \(golden.known.subtracting(golden.seen))")
    #expect(golden.strange == [])
  }

  @Test func thePublishedDescriptionAndTheTablesAgree() throws {
    try PublishedTable.compare(ProtocolDescription.text, "messages.json")
  }

  @Test func unknownMembersOfParamsAreIgnored() throws {
    let text = #"{"id":"a","future":{"x":[1]},"wait":null}"#
    let request = try withElement(text) { try ButtonsTriggerRequest(json: $0) }
    #expect(request == ButtonsTriggerRequest(id: "a"))
  }

  @Test func aPatchTravelsBesideItsID() throws {
    let request = ButtonsPatchRequest(
      id: "a", patch: #" {"id":"b","group":"g"} "#, wait: .published)
    var writer = JSONWriter()
    request.write(into: &writer)
    #expect(writer.string == #"{"id":"b","group":"g","id":"a","wait":"published"}"#)
    let read = try withElement(writer.string) { try ButtonsPatchRequest(json: $0) }
    #expect(read.id == "a")
    #expect(read.wait == .published)
    #expect(read.patch == #"{"group":"g","id":"a","wait":"published"}"#)
  }

  @Test func anEmptyPatchIsJustTheID() {
    var writer = JSONWriter()
    ButtonsPatchRequest(id: "a", patch: "{ }").write(into: &writer)
    #expect(writer.string == #"{"id":"a"}"#)
  }
}
