import ArgumentParser
import ButtonClient

/// `buttonctl call`: any method of the protocol.
struct CallCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "call", abstract: "Call any method of the protocol; prints its result as JSON.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The method, such as server.stats.", completion: LiveCompletion.methods)
  var method: String

  @Argument(help: "Its params, a JSON object; - is standard input.")
  var params = "{}"

  func run(_ client: ButtonClient, _ console: Console) async throws {
    console.print(try await client.call(method, try DocumentArgument.inline(params)))
  }
}
