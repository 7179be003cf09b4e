import ArgumentParser
import ButtonClient
import ButtonProtocol

/// `buttonctl sync`: waits for what is on its way.
struct SyncCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Wait until every change made before has been published.")

  @ParentCommand var program: Buttonctl

  @Option(help: ArgumentHelp("How long to wait; 5000 unless given.", valueName: "milliseconds"))
  var timeout: Int?

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(SyncRequest(timeoutMs: timeout))
    try console.show(json) {
      let answer: SyncResponse = try json.decode()
      return "epoch \(answer.epoch)  tick \(answer.tick)  revision \(answer.revision)"
    }
  }
}
