import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl state eval`: what an expression comes to now.
struct StateEvalCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Print what an expression comes to.",
    discussion: """
      Evaluates an expression such as 'cart.total > 0 && !till.isLocked' with the present values, or \
      with --template a text such as 'Pay {cart.total:%.2f}', and prints the value. If it has none, \
      says why and where; the exit code is then 1.
      """)

  @ParentCommand var program: Buttonctl
  @ArgumentParser.Flag(help: "Take it as text with expressions in braces.")
  var template = false
  @ArgumentParser.Flag(help: "Print the type, the keys that were read and the cost as well.")
  var details = false
  @Argument(help: "The expression.", completion: LiveCompletion.expression)
  var expression: String

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let request =
      template
      ? StateEvalRequest(template: expression) : StateEvalRequest(expression: expression)
    let json = try await client.document(request)
    let answer: StateEvalResponse = try json.decode()
    if console.printsJSON {
      console.print(json)
    } else if answer.error == nil {
      console.print(verbatim: ValueText.text(answer.value ?? .null))
    }
    if details, !console.printsJSON {
      let keys = answer.keys.isEmpty ? "none" : answer.keys.map(\.string).joined(separator: ", ")
      if let type = answer.type { console.print("type   \(type.rawValue)") }
      console.print("keys   \(keys.printable)")
      console.print("steps  \(answer.steps) of at most \(answer.maximumSteps)")
    }
    if let error = answer.error {
      console.complain("line \(error.line), column \(error.column): \(error.message)".printable)
      throw ExitCode(1)
    }
  }
}
