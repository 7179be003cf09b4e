import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import ButtonRender
import DaemonConfiguration
import JSONRPC

struct ButtonsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttons", abstract: "Define and inspect buttons.",
    subcommands: [
      ButtonsListCommand.self, ButtonsGetCommand.self, ButtonsDefineCommand.self,
      ButtonsPatchCommand.self, ButtonsRemoveCommand.self, ButtonsWatchCommand.self,
      ButtonsExplainCommand.self, ButtonsExportCommand.self, ButtonsImportCommand.self,
      ButtonsNeedsUpdateCommand.self,
    ])
}

struct ButtonsListCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print which buttons there are.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = ButtonsListRequest(match: buttons.match)
    var table = console.table("ID", "STYLE", "HANDLER", "GROUP", "STATUS")
    table.optionalColumns = [3, 2]
    while true {
      let json = try await client.document(request)
      let page: ButtonsListResponse = try json.decode()
      if console.printsJSON { console.print(json) }
      for button in page.buttons {
        table.add(
          Table.Cell(button.id), Table.Cell(button.style), Table.Cell(button.handler),
          Table.Cell(button.group),
          Table.Cell(
            button.status?.reason ?? (button.isHidden ? "hidden" : "ok"),
            tint: console.tint(button.status == nil ? .good : .bad)))
      }
      guard let next = page.next else { break }
      request.after = next
    }
    table.sort(by: 0)
    if !console.printsJSON { console.print(painted: console.text(of: table)) }
  }
}

/// `buttonctl buttons needs-update`: for looks that depend on something untracked.
struct ButtonsNeedsUpdateCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "needs-update",
    abstract: "Update the looks of buttons even if no state changed.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  func request() -> SetNeedsUpdateConfigurationRequest {
    SetNeedsUpdateConfigurationRequest(match: buttons.match)
  }

  func text(_ answer: SetNeedsUpdateConfigurationResponse) -> String {
    "\(answer.buttons) \(answer.buttons == 1 ? "button" : "buttons")"
  }
}

struct ButtonsGetCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print how buttons look, with every property.",
    discussion: "Exits with 1 if an id has no button. A pattern may match nothing.")

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments
  @OptionGroup var display: DisplayOption

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = ButtonsGetRequest(match: buttons.match, traits: display.request)
    var missing = Set(request.match.ids)
    while true {
      let json = try await client.document(request)
      let page: ButtonsGetResponse = try json.decode()
      console.show(json) {
        page.buttons.sorted { $0.id.naturallyPrecedes($1.id) }.map {
          ButtonsGetCommand.text(of: $0, console.columns)
        }.joined(separator: "\n")
      }
      for look in page.buttons { missing.remove(UTF8String(look.id)) }
      guard let next = page.next else { break }
      request.after = next
    }
    for id in missing.map(\.string).naturallySorted() {
      let advice = await Advice.nearest(id, client)
      console.complain("there is no button '\(id)'\(advice)")
    }
    if !missing.isEmpty { throw ExitCode(1) }
  }

  private static func text(of look: WholeLook, _ columns: Int?) -> String {
    var table = Table()
    for member in look.appearance.members {
      table.add("", Table.Cell(member.name.string), Table.Cell(ValueText.text(member.value)))
    }
    if let status = look.status {
      table.add("", "status", Table.Cell(LookLine.trouble(status)))
    }
    let text = table.text(within: columns)
    return text.isEmpty ? look.id : look.id + "\n" + text
  }
}

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

  @Flag(help: "Print lines on a terminal too.")
  var lines = false

  @Option(
    help: "Feed a bar instead: waybar, plain and tmux show one button, i3bar all that match.",
    completion: .list(BarFormat.allCases.map(\.rawValue)))
  var format: BarFormat?

  @Flag(
    help: "With --format i3bar: clicks on standard input trigger buttons.")
  var clicks = false

  func validate() throws {
    if clicks, format != .i3bar { throw ValidationError("--clicks goes with --format i3bar") }
    if let maxRate, !maxRate.isFinite { throw ValidationError("--max-rate is a finite number") }
    guard let format else { return }
    if program.json || lines {
      throw ValidationError("--format goes with neither --json nor --lines")
    }
    let isOne = buttons.patterns.count == 1 && !buttons.patterns[0].contains { "*?".contains($0) }
    if format.showsOne, !isOne {
      throw ValidationError("--format \(format.rawValue) shows one button: give one id")
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
        LookLine.add(
          record, tick: update.tick, to: &table, usesColor: console.usesColor,
          onDark: display.traits?.style == .dark)
      }
      for id in update.removed { table.add("\(update.tick)", Table.Cell(id), "(removed)") }
      if update.snapshot { complainOfMissing(among: update.buttons.map(\.id), console) }
      return console.text(of: table)
    }
  }

  private func complainOfMissing(among shown: [String], _ console: Console) {
    for id in buttons.patterns where !id.contains(where: { "*?".contains($0) }) {
      if shown.contains(id) { continue }
      console.complain("there is no button '\(id)', or it is hidden; it is shown once it is there")
    }
  }

  private var request: ButtonsSubscribeRequest {
    ButtonsSubscribeRequest(match: buttons.match, traits: display.request, maxRate: maxRate)
  }
}

struct ButtonsExplainCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Print why a button looks as it does: which layer set each property.",
    discussion: """
      Prints the button's group, tint, shortcut and menu, whether a pointer is over it, what last made \
      it dirty, what its plugins read and how long they took, and for each property its value, the layer \
      that set it, and the values of the layers below.

      Layers, from the lowest: systemStyle, group, configuration, stateValues, style, handler, transformer. \
      States such as isSelected come from the definition or from a press.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  var subject: String? { id }

  @Argument(
    help: "One property of the look, for example titleColor.",
    completion: .list(AppearanceKey.allCases.map(\.name)))
  var property: String?

  @OptionGroup var display: DisplayOption

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(
      ButtonsExplainRequest(id: id, property: property, traits: display.request))
    let answer: ButtonsExplainResponse = try json.decode()
    console.show(json) { ExplanationText(answer, columns: console.columns).text }
    if answer.properties.isEmpty { throw ExitCode(1) }
  }
}

struct ButtonsDefineCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "define",
    abstract: "Define buttons, all or nothing; those that exist are replaced.",
    discussion: """
      The file has one definition, a list of them, or definitions by id; all may be the member \
      "buttons". What is not YAML or JSON by its name is read as either. Instead of a file, JSON may stand \
      here itself: buttonctl buttons define '{"id": "pay", "style": "filled"}'. When the daemon refuses it, \
      every mistake is printed with its line. For more buttons than a request may have: `buttonctl \
      buttons import`.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A YAML or JSON file, or JSON; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let file = try DefinitionFile(file, console)
    try await file.define(file.definitions.indices, wait: wait.moment, on: client, console)
  }
}

struct ButtonsPatchCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Change part of a button's definition.",
    discussion: """
      The patch is a JSON Merge Patch of the definition, for example \
      '{"configuration": {"title": "Pay"}}'.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  var subject: String? { id }

  @Argument(help: "The patch, a JSON object; - is standard input.")
  var patch: String

  @OptionGroup var wait: WaitFlag

  func request() throws -> ButtonsPatchRequest {
    let patch = try DocumentArgument.inline(patch)
    guard patch.bytes.first == UInt8(ascii: "{") else {
      throw ClientError(.unsendable, "a patch is a JSON object")
    }
    return ButtonsPatchRequest(
      id: id, patch: UTF8String(bytes: patch.bytes), wait: wait.moment)
  }

  func text(_ answer: ButtonsPatchResponse) -> String {
    RevisionLine.text(answer.revision, "patched", [id])
  }

  func warnings(_ answer: ButtonsPatchResponse) -> [String] { answer.warnings }
}

struct ButtonsRemoveCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove buttons.",
    discussion: "Exits with 1 if an id has no button; the others are removed.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The buttons' ids.", completion: LiveCompletion.buttons)
  var ids: [String]

  @OptionGroup var wait: WaitFlag

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(ButtonsRemoveRequest(ids: ids, wait: wait.moment))
    let answer: ButtonsRemoveResponse = try json.decode()
    console.show(json) { RevisionLine.text(answer.revision, "removed", answer.removed) }
    let missing = Set(ids).subtracting(answer.removed).naturallySorted()
    for id in missing { console.complain(await complaint(id, client)) }
    if !missing.isEmpty { throw ExitCode(1) }
  }

  private func complaint(_ id: String, _ client: ButtonClient) async -> String {
    if id.contains(where: { $0 == "*" || $0 == "?" }) {
      return "'\(id)' is a pattern, and remove takes only ids; "
        + "`buttonctl buttons list '\(id)'` prints the buttons that match"
    }
    return "there is no button '\(id)'\(await Advice.nearest(id, client))"
  }
}

struct ButtonsExportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print how buttons are defined, as YAML.",
    discussion: """
      Prints a file of buttons, for the folder buttons.d of the configuration and for `buttonctl \
      buttons import`. With --json it is one JSON object by id, which both accept as well.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var buttons: MatchArguments

  func run(_ client: ButtonClient, _ console: Console) async throws {
    var request = ButtonsDefinitionsRequest(match: buttons.match)
    var document = DefinitionsDocument()
    while true {
      let page = try await client.document(request)
      page.read { page in
        guard let buttons = page.member(.buttons), buttons.isArray else { return }
        for definition in buttons.elements { document.add(definition) }
      }
      guard let next = page.read({ $0.member(.next)?.string }) ?? nil else { break }
      request.after = next
    }
    document.print(on: console)
  }
}

struct ButtonsImportCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Define the buttons of a YAML or JSON file; those that exist are replaced.",
    discussion: """
      The file has definitions by id or a list of them, as `buttonctl buttons export` prints it and \
      the folder buttons.d has it. Each request has as many buttons as fit a line, and is accepted \
      whole or not at all. When one is refused, those before it stay.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "A YAML or JSON file; - is standard input.", completion: .file())
  var file: String

  /// Per request with several buttons; the daemon accepts lines of at least 64 KiB.
  private static let requestBytes = 48 << 10

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let file = try DefinitionFile(file, console)
    let definitions = file.definitions
    var first = 0
    while first < definitions.count {
      var count = 0
      var bytes = 0
      while first + count < definitions.count {
        bytes += definitions[first + count].bytes.count
        if count > 0, bytes > ButtonsImportCommand.requestBytes { break }
        count += 1
      }
      try await file.define(first..<first + count, on: client, console)
      first += count
    }
  }
}
