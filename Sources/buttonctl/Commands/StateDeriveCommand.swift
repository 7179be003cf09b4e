import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl state derive`: has keys follow from other keys, and shows which do.
struct StateDeriveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "derive", abstract: "Derive keys from other keys by expressions.",
    discussion: """
      Takes keys and expressions by turns: 'cart.isPayable' 'cart.total > 0 && !till.isLocked'. All \
      are defined or none. With --template the texts have expressions in braces: 'Pay {cart.total}'. \
      --remove takes keys that are to be derived no more. Without arguments prints the derived keys.
      """)

  @ParentCommand var program: Buttonctl
  @ArgumentParser.Flag(help: "Take the texts as templates.")
  var template = false
  @ArgumentParser.Flag(help: "End what the keys are derived by; their values go.")
  var remove = false
  @Argument(
    help: "Keys and expressions by turns, or keys to remove.",
    completion: LiveCompletion.derivations)
  var words: [String] = []

  func validate() throws {
    if !remove, !words.count.isMultiple(of: 2) {
      throw ValidationError(
        "'\(words.last ?? "")' has no expression: give keys and expressions by turns")
    }
    if remove, words.isEmpty { throw ValidationError("name the keys to remove") }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if words.isEmpty { return try await list(client, console) }
    let json = try await client.document(StateDeriveRequest(keys: keys))
    let answer: StateDeriveResponse = try json.decode()
    if console.printsJSON { return console.print(json) }
    var table = Table()
    for member in answer.values.members {
      table.add("\(member.key)", Table.Cell(ValueText.text(member.value)))
    }
    for member in answer.errors?.members ?? [] {
      table.add("\(member.key)", Table.Cell("has no value yet: \(member.value.message)"))
    }
    table.sort(by: 0)
    console.print(console.text(of: table))
  }

  private var keys: DerivationMembers {
    if remove {
      return DerivationMembers(words.map { .init(key: UTF8String($0), value: nil) })
    }
    return DerivationMembers(
      stride(from: 0, to: words.count, by: 2).map { index in
        let source = UTF8String(words[index + 1])
        return .init(
          key: UTF8String(words[index]), value: template ? .template(source) : .expression(source))
      })
  }

  private func list(_ client: ButtonClient, _ console: Console) async throws {
    var request = StateDerivedRequest()
    var table = Table()
    while true {
      let json = try await client.document(request)
      let page: StateDerivedResponse = try json.decode()
      if console.printsJSON { console.print(json) }
      for key in page.keys {
        let outcome =
          key.error.map { "no value: \($0.message)" } ?? ValueText.text(key.value ?? .null)
        table.add("\(key.key)", Table.Cell("\(key.text.source)"), Table.Cell(outcome))
      }
      guard let next = page.next else { break }
      request.after = next
    }
    table.sort(by: 0)
    if !console.printsJSON { console.print(console.text(of: table)) }
  }
}
