import ArgumentParser
import ButtonClient

/// `buttonctl state watch`: values as they change.
struct StateWatchCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print values of state as they change.",
    discussion: "Prints what there is, then what changes, until it is interrupted.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var keys: KeyArguments
  @OptionGroup var count: CountOption

  func run(_ client: ButtonClient, _ console: Console) async throws {
    Interruption.endsProgram()
    var left = count.count
    let names = keys.keys.isEmpty ? nil : keys.keys
    for try await change in client.changes(of: names, under: keys.under) {
      console.show(change.json) { StateWatchCommand.text(change) }
      left = left.map { $0 - 1 }
      if left == 0 { return }
    }
  }

  private static func text(_ change: StateChange) -> String {
    var table = Table()
    for (key, value) in change.values.sorted(by: { $0.key < $1.key }) {
      table.add("\(change.revision)", Table.Cell(key), Table.Cell(ValueText.text(value)))
    }
    for key in change.removed {
      table.add("\(change.revision)", Table.Cell(key), "(removed)")
    }
    return table.text
  }
}
