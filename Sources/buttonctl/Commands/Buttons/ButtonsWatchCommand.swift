import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl buttons watch`: how buttons look, frame by frame.
struct ButtonsWatchCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print how buttons look, frame by frame.",
    discussion: """
      On a terminal it shows all buttons at once, each as it is now: arrows or j and k select one, \
      space or return presses and releases it, q ends it. Elsewhere, and with --lines, --count or \
      --json, it prints the buttons there are, then those with new looks in every frame, until it is \
      interrupted: tick, id, title, colours, and what is out of the ordinary.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments
  @OptionGroup var count: CountOption

  @Option(help: "At most so many frames a second; the newest look always comes.")
  var maxRate: Double?

  @ArgumentParser.Flag(help: "Print lines on a terminal too.")
  var lines = false

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let request = ButtonsSubscribeRequest(match: buttons.match, maxRate: maxRate)
    if !lines, !console.printsJSON, count.count == nil, Terminal.isUsable {
      let path = client.path
      client.close()
      var watch = try LiveWatch(path, request, usesColor: console.usesColor)
      return try watch.run()
    }
    Interruption.endsProgram()
    var left = count.count
    for try await frame in client.frames(request) {
      if console.printsJSON {
        console.print(frame.json)
      } else {
        console.print(painted: try text(frame, usesColor: console.usesColor))
      }
      left = left.map { $0 - 1 }
      if left == 0 { return }
    }
  }

  private func text(_ frame: ButtonFrame, usesColor: Bool) throws -> String {
    let update: ButtonsUpdatedNotification = try frame.json.decode()
    var table = Table()
    for record in update.buttons {
      LookLine.add(record, tick: update.tick, to: &table, usesColor: usesColor)
    }
    for id in update.removed { table.add("\(update.tick)", Table.Cell(id), "(removed)") }
    return table.text
  }
}
