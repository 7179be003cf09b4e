import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonService

/// `server.reload`, with whoever reads the configuration under the test's control.
@Suite struct ServerReloadTests {
  private let daemon = MemoryDaemon()
  private let reader = FakeReader()

  /// Reads nothing, and answers when it is told to.
  private final class FakeReader {
    var waiting: [(Result<ServerReloadResponse, ProtocolError>) -> Void] = []
  }

  init() {
    daemon.open("a")
    daemon.service.reload = { [reader] in reader.waiting.append($0) }
  }

  private func reload() {
    daemon.send(Array(#"{"jsonrpc":"2.0","id":7,"method":"server.reload"}"#.utf8))
  }

  @Test func theAnswerComesWhenTheConfigurationHasBeenRead() throws {
    reload()
    #expect(daemon.waiting() == 0)
    try daemon.call("ping")
    reader.waiting[0](
      .success(ServerReloadResponse(revision: 3, theme: "shop", buttonsDefined: 2)))
    daemon.turn()
    let answer = try daemon.next()
    #expect(answer?["id"]?.int == 7)
    let result =
      #"{"revision":3,"theme":"shop","tokensChanged":0,"buttonsDefined":2,"buttonsRemoved":0}"#
    #expect(answer?["result"] == (try JSONTree(parsing: result)))
  }

  @Test func aConfigurationThatIsWrongIsAnErrorWithItsPlace() throws {
    reload()
    reader.waiting[0](
      .failure(ProtocolError(.invalidConfiguration, "x.yaml:1:1: limit: no", path: "limit")))
    daemon.turn()
    let error = try daemon.next()?["error"]
    #expect(error?["code"]?.int == -32011)
    #expect(error?["message"]?.string == "x.yaml:1:1: limit: no")
    #expect(error?["data"]?["reason"]?.string == "invalidConfiguration")
    #expect(error?["data"]?["path"]?.string == "limit")
  }

  @Test func aClientThatHasGoneIsNotAnswered() throws {
    reload()
    daemon.close("a")
    daemon.open("a")
    reader.waiting[0](.success(ServerReloadResponse(revision: 3, theme: "shop")))
    daemon.turn()
    #expect(daemon.waiting() == 0, "the new connection did not ask")
    reload()
    reader.waiting[1](.success(ServerReloadResponse(revision: 4, theme: "shop")))
    daemon.turn()
    #expect(try daemon.next()?["result"]?["revision"]?.int == 4)
    #expect(daemon.waiting() == 0)
  }

  @Test func itNeedsTheRoleAdmin() throws {
    daemon.open("w", role: .write)
    let error = try daemon.call("server.reload", on: "w")
    #expect(error?["data"]?["reason"]?.string == "forbidden")
    #expect(reader.waiting.isEmpty)
  }
}
