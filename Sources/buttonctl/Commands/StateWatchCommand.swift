import ArgumentParser
import ButtonClient

/// `buttonctl state watch`: values as they change.
struct StateWatchCommand: WatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print values of state as they change.",
    discussion: """
      Prints what there is, then what changes, until it is interrupted. A key that is lost, because \
      what feeds it is gone, is marked so; it is printed again when that changes.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var keys: KeyArguments
  @OptionGroup var count: CountOption

  var limit: Int? { count.count }

  func elements(_ client: ButtonClient) -> StateChanges {
    client.changes(of: keys.keys.isEmpty ? nil : keys.keys, under: keys.under)
  }

  func show(_ change: StateChange, _ console: Console) {
    console.show(change.json) {
      var table = Table()
      for (key, value) in change.values.sorted(by: {
        $0.key.naturallyPrecedes($1.key)
      }) {
        table.add(
          "\(change.revision)", Table.Cell(key), Table.Cell(ValueText.text(value)),
          Table.Cell(change.lost.contains(key) ? "lost" : ""))
      }
      for key in change.removed.naturallySorted() {
        table.add("\(change.revision)", Table.Cell(key), "(removed)")
      }
      return console.text(of: table)
    }
  }
}
