import ArgumentParser
import ButtonProtocol

/// `buttonctl state update`: changes keys by operations, all or nothing.
struct StateUpdateCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Change keys by operations, all or nothing.",
    discussion: """
      The operations are applied in the order in which they are given. Values are JSON or words, as \
      in `state set`.
      """)

  @ParentCommand var program: Buttonctl

  @Option(
    help: ArgumentHelp("Add a number, 1 unless given.", valueName: "key[=by]"),
    completion: LiveCompletion.keys, transform: OperationArgument.increment)
  var increment: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Turn true into false and false into true.", valueName: "key"),
    completion: LiveCompletion.keys, transform: OperationArgument.toggle)
  var toggle: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Make a key absent.", valueName: "key"),
    completion: LiveCompletion.keys, transform: OperationArgument.remove)
  var remove: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Add to the end of an array.", valueName: "key=value"),
    completion: LiveCompletion.keys, transform: OperationArgument.append)
  var append: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Lay a JSON Merge Patch over the value.", valueName: "key=json"),
    completion: LiveCompletion.keys, transform: OperationArgument.merge)
  var merge: [OperationArgument] = []

  @Option(
    help: ArgumentHelp("Set the value.", valueName: "key=value"),
    completion: LiveCompletion.keys, transform: OperationArgument.set)
  var set: [OperationArgument] = []

  @Option(help: "Fail if any of the keys has changed since this revision.")
  var ifRevision: UInt64?

  @OptionGroup var wait: WaitFlag

  private var all: [OperationArgument] { increment + toggle + remove + append + merge + set }

  func validate() throws {
    if all.isEmpty { throw ValidationError("give at least one operation, such as --toggle KEY") }
  }

  func request() -> StateUpdateRequest {
    let operations = all.sorted { $0.index < $1.index }.map(\.operation)
    return StateUpdateRequest(operations: operations, ifRevision: ifRevision, wait: wait.moment)
  }

  func text(_ answer: StateUpdateResponse) -> String {
    var table = Table()
    for key in answer.changed {
      table.add(
        "\(key)", Table.Cell(answer.values[key].map { ValueText.text($0) } ?? "(removed)"))
    }
    let lines = [RevisionLine.text(answer.revision, changed: answer.changed), table.text]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
