import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

struct FleetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Share state between daemons.",
    subcommands: [
      FleetStatusCommand.self, FleetWatchCommand.self, FleetRejectedCommand.self,
      FleetAdoptCommand.self, FleetProgramCommand<FleetList>.self,
      FleetProgramCommand<FleetEngine>.self, FleetProgramCommand<FleetInit>.self,
      FleetProgramCommand<FleetUser>.self, FleetProgramCommand<FleetRepair>.self,
      FleetProgramCommand<FleetRestore>.self, FleetProgramCommand<FleetRun>.self,
    ])
}

struct FleetStatusCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print how the scopes of the fleet are doing.",
    discussion: """
      QUEUED counts changes that wait for the fleet, KEPT requests that would be sent again if the \
      engine lost them, FORKS how often it had, REJECTED changes that were accepted and dropped.
      """)

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(FleetStatusRequest())
    try console.showPainted(json) {
      let answer: FleetStatusResponse = try json.decode()
      var table = console.table(
        "SCOPE", "STATE", "REVISION", "QUEUED", "KEPT", "FORKS", "REJECTED", "WHY")
      table.optionalColumns = [4, 5, 2]
      for scope in answer.scopes {
        table.add(
          Table.Cell(scope.name), Table.Cell(scope.stateText),
          scope.revision.map { Table.Cell($0) } ?? "-", Table.Cell(scope.queued),
          Table.Cell(scope.kept), Table.Cell(scope.forks), Table.Cell(scope.rejected),
          Table.Cell(scope.remark))
      }
      return console.text(of: table)
    }
  }
}

struct FleetWatchCommand: WatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print what happens to the scopes of the fleet.",
    discussion: """
      Prints state, queue and reason of every scope, again of each that changes, and changes that \
      were accepted and are dropped, until it is interrupted.
      """)

  @ParentCommand var program: Buttonctl
  @OptionGroup var changes: ChangeCount

  /// The first element lists all of them and is not a change.
  var limit: Int? { changes.count.map { $0 + 1 } }

  func elements(_ client: ButtonClient) -> PartStream {
    client.subscribe(FleetSubscribeRequest())
  }

  func show(_ part: SubscriptionPart, _ console: Console) throws {
    try console.showPainted(part.json) {
      var table = Table()
      if part.json.read({ $0.member("scopes") != nil }) == true {
        let scopes = try part.json.decode(as: FleetSubscribeResponse.self).scopes
        for scope in scopes { add(scope, to: &table) }
        if scopes.isEmpty {
          console.complain("this daemon shares nothing: its configuration has no `fleet`")
        }
      } else if part.json.read({ $0.member("request") != nil }) == true {
        add(try part.json.decode(as: FleetRejectedNotification.self), to: &table)
      } else {
        add(try part.json.decode(as: FleetChangedNotification.self).scope, to: &table)
      }
      return table.text
    }
  }

  private func add(_ scope: FleetScopeStatus, to table: inout Table) {
    table.add(
      Table.Cell(scope.name), Table.Cell(scope.stateText), Table.Cell("queued \(scope.queued)"),
      Table.Cell(scope.message))
  }

  private func add(_ rejection: FleetRejectedNotification, to table: inout Table) {
    table.add(
      Table.Cell(rejection.scope), "rejected", Table.Cell(rejection.reason),
      Table.Cell(rejection.keys))
  }
}

struct FleetRejectedCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "rejected", abstract: "Print changes that were accepted and then dropped.",
    discussion: """
      The reasons: conflict, another daemon changed the key first; history, the engine lost the \
      history that the change was made in, and the key has another value now; invalid, it cannot be \
      done any more; doubtful, the engine has forgotten whether it was applied.
      """)

  @ParentCommand var program: Buttonctl

  func run(_ client: ButtonClient, _ console: Console) async throws {
    let json = try await client.document(FleetRejectionsRequest())
    try console.showPainted(json) {
      let answer: FleetRejectionsResponse = try json.decode()
      var table = console.table("SCOPE", "REASON", "KEYS", "REQUEST")
      table.optionalColumns = [3]
      for rejection in answer.rejections {
        table.add(
          Table.Cell(rejection.scope), Table.Cell(rejection.reason), Table.Cell(rejection.keys),
          Table.Cell(rejection.request))
      }
      return console.text(of: table)
    }
  }
}

struct FleetAdoptCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Take over the history that a scope's engine has.",
    discussion: """
      For a scope that is foreign, because its engine was replaced or recreated: this daemon's values \
      give way to the engine's. Also for one that is refused, once its content was mended.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The scope's name in the configuration.")
  var scope: String

  func request() -> FleetAdoptRequest { FleetAdoptRequest(scope: scope) }
  func text(_ answer: FleetLinkResponse) -> String { "\(scope): joins again" }
}

extension FleetScopeStatus {
  fileprivate var stateText: String { isStale ? "\(state), stale" : state }

  /// Why it is not live, or what is missing here.
  fileprivate var remark: String? {
    if let message { return message }
    var remarks: [String] = []
    if unusable > 0 {
      let buttons = unusable == 1 ? "1 shared definition" : "\(unusable) shared definitions"
      remarks.append("\(buttons) cannot be used here: is this buttond older than the others?")
    }
    if passedOver > 0 {
      remarks.append(
        "others share \(passedOverKey ?? "keys"), which this configuration does not name")
    }
    if ahead > 0 { remarks.append("the engine lost \(ahead) revisions last") }
    return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
  }
}

extension FleetRejectedNotification {
  fileprivate var keys: String { operations.map(\.key.string).joined(separator: " ") }
}
