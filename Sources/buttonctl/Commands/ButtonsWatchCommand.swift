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
      id, title, colours, and anything unusual. With --format it feeds a bar: a line for each change, \
      also while it waits for a daemon that is away.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments
  @OptionGroup var display: DisplayOption
  @OptionGroup var count: CountOption

  @Option(help: "The maximum number of frames per second; the newest look is always sent.")
  var maxRate: Double?

  @ArgumentParser.Flag(help: "Print lines on a terminal too.")
  var lines = false

  @Option(
    help: "Feed a bar instead: waybar and plain show one button, i3bar all that match.",
    completion: .list(BarFormat.allCases.map(\.rawValue)))
  var format: BarFormat?

  @ArgumentParser.Flag(
    help: "With --format i3bar: clicks on standard input trigger buttons.")
  var clicks = false

  func validate() throws {
    if clicks, format != .i3bar { throw ValidationError("--clicks goes with --format i3bar") }
    guard let format else { return }
    if program.json || lines {
      throw ValidationError("--format goes with neither --json nor --lines")
    }
    let isOne = buttons.patterns.count == 1 && !buttons.patterns[0].contains { "*?".contains($0) }
    if format.showsOne, !isOne {
      throw ValidationError("--format \(format.rawValue) shows one button: give its id")
    }
  }

  func run(_ console: Console) async throws {
    guard let format else { return try await connect(console) }
    endProgramWhenInterrupted()
    var watch = BarWatch(
      try SocketPath.standard(program.socket), program.patience, request, format,
      id: buttons.patterns.first ?? "", usesColor: program.color != .never, console: console,
      limit: count.count, takesClicks: clicks)
    try watch.run()
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if !lines, !console.printsJSON, count.count == nil, Terminal.isUsable {
      let path = client.path
      client.close()
      var watch = try LiveWatch(path, program.patience, request, usesColor: console.usesColor)
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
    ButtonsSubscribeRequest(match: buttons.match, traits: display.request, maxRate: maxRate)
  }
}
