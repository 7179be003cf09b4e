import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl state get`: values as they are now.
struct StateGetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print values of state.",
    discussion: """
      With one key, prints its value as JSON. With several keys, a prefix or no key, prints keys and \
      values. If a key that is named is absent, the exit code is 1. A key that is lost, because what feeds it is \
      gone, is marked so; with one key, on standard error.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var keys: KeyArguments

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = StateGetRequest(keys: keys.names, under: keys.prefix)
    var table = Table()
    var absent = Set(keys.names ?? [])
    while true {
      let json = try await client.document(request)
      let page: StateGetResponse = try json.decode()
      for member in page.values.members { absent.remove(member.key) }
      if console.printsJSON {
        console.print(json)
      } else if let key = keys.names?.first, keys.keys.count == 1, keys.under == nil {
        guard let value = page.values[key] else {
          console.complain("\(key) is absent; `--under \(key)` prints the keys below it")
          throw ExitCode(1)
        }
        console.print(verbatim: ValueText.text(value))
        if page.lost.contains(key) { console.complain("\(key) is lost: what feeds it is gone") }
      } else {
        let lost = Set(page.lost)
        for member in page.values.members {
          let note = lost.contains(member.key) ? "lost" : ""
          table.add("\(member.key)", Table.Cell(ValueText.text(member.value)), Table.Cell(note))
        }
      }
      guard let next = page.next else { break }
      request.after = .init(next)
    }
    table.sort(by: 0)
    console.print(console.text(of: table))
    if console.printsJSON { return }
    for key in absent.sorted() { console.complain("\(key) is absent") }
    if !absent.isEmpty { throw ExitCode(1) }
  }
}
