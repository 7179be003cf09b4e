import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

@Suite struct ReloadAnswerTests {
  /// A definition that a reload has replaced would come back after a crash.
  @Test func aStrictReloadIsAnsweredWhenItIsKept() throws {
    let daemon = MemoryDaemon()
    daemon.open("a")
    daemon.engine.startJournal(.strict, revision: 0)
    let definition = #"{"buttons":[{"id":"x","style":"gray"}]}"#
    daemon.send(
      Array(
        #"{"jsonrpc":"2.0","id":1,"method":"buttons.define","params":\#(definition)}"#.utf8))
    daemon.writeJournal()
    daemon.groups = []
    _ = try daemon.next()
    daemon.service.reload = { [engine = daemon.engine] then in
      let change = Definitions(buttons: [ButtonDefinition(id: "x", style: .system(.plain))])
      then(
        Result { () throws(EngineError) in try engine.commit(change, from: .file).revision }
          .map { ServerReloadResponse(revision: $0, theme: "default", warnings: []) }
          .mapError { _ in ProtocolError(.internalError, "no reload") })
    }
    daemon.send(Array(#"{"jsonrpc":"2.0","id":2,"method":"server.reload"}"#.utf8))
    #expect(daemon.waiting() == 0)
    daemon.writeJournal()
    #expect(try daemon.next()?["result"]?["theme"]?.string == "default")
  }
}
