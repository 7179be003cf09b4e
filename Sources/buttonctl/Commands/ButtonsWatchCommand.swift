import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl buttons watch`: how buttons look, frame by frame.
struct ButtonsWatchCommand: WatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print how buttons look, frame by frame.",
    discussion: """
      On a terminal it shows all buttons as they are now: arrows or j and k select one, space or \
      return presses and releases it, q quits. Elsewhere, and with --lines, --count or --json, it \
      prints all buttons, then those with new looks in every frame, until it is interrupted: tick, \
      id, title, colours, and anything unusual.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments
  @OptionGroup var count: CountOption

  @Option(help: "The maximum number of frames per second; the newest look is always sent.")
  var maxRate: Double?

  @ArgumentParser.Flag(help: "Print lines on a terminal too.")
  var lines = false

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if !lines, !console.printsJSON, count.count == nil, Terminal.isUsable {
      let path = client.path
      client.close()
      var watch = try LiveWatch(path, request, usesColor: console.usesColor)
      return try watch.run()
    }
    try await watch(client, console)
  }

  var limit: Int? { count.count }

  func elements(_ client: ButtonClient) -> ButtonFrames { client.frames(request) }

  func show(_ frame: ButtonFrame, _ console: Console) throws {
    try console.showPainted(frame.json) {
      let update: ButtonsUpdatedNotification = try frame.json.decode()
      var table = Table()
      for record in update.buttons {
        LookLine.add(record, tick: update.tick, to: &table, usesColor: console.usesColor)
      }
      for id in update.removed { table.add("\(update.tick)", Table.Cell(id), "(removed)") }
      return console.text(of: table)
    }
  }

  private var request: ButtonsSubscribeRequest {
    ButtonsSubscribeRequest(match: buttons.match, maxRate: maxRate)
  }
}
