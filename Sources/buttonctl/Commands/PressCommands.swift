import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import PluginTools

struct PressCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "press", abstract: "Press a button and release it, as a finger would.",
    discussion: """
      Prints the phase of the press after each step: pressing, outOfBounds or inactive. A button \
      that is released while pressing performs its action; an interrupted press is cancelled. Exits \
      with 1 if the plugin that decides the press is down, late or fails when it begins.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  var subject: String? { id }

  @Option(
    parsing: .unconditional,
    help: "Where it is pressed, in points from its left edge; inside unless given.")
  var x: Double?

  @Option(parsing: .unconditional, help: "The same from its top edge.")
  var y: Double?

  @Option(
    parsing: .unconditional,
    help: "Where the finger moves before it is lifted, from the left edge.")
  var toX: Double?

  @Option(parsing: .unconditional, help: "The same from the top edge.")
  var toY: Double?

  @Option(help: "The drawn width of the button in points, reported before the press.")
  var width: Double?

  @Option(help: "The drawn height of the button in points.")
  var height: Double?

  @Option(help: ArgumentHelp("How long it is held.", valueName: "milliseconds"))
  var hold: Int?

  @Flag(help: "Cancel the press instead of releasing the button.")
  var cancel = false

  @OptionGroup var wait: WaitFlag

  func validate() throws {
    for (one, other, names) in [
      (x, y, "--x and --y"), (toX, toY, "--to-x and --to-y"),
      (width, height, "--width and --height"),
    ] where (one == nil) != (other == nil) {
      throw ValidationError("\(names) go together")
    }
    for value in [x, y, toX, toY] {
      guard let value, !(value.magnitude <= PressLocation.farthest) else { continue }
      throw ValidationError("a point is within ±\(Int(PressLocation.farthest)) points")
    }
    if let width, let height, DrawnSize(width: width, height: height) == nil {
      throw ValidationError("width and height are 0 to \(Int(PressLocation.farthest)) points")
    }
    if let hold, hold < 0 || hold > 86_400_000 {
      throw ValidationError("--hold is 0 to 86400000 milliseconds")
    }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if let width, let height {
      try await client.reportLayout(of: id, width: width, height: height)
    }
    let began = try await step(
      PressBeganRequest(id: id, location: location(x, y), wait: wait.moment), client, console)
    if began == .inactive {
      throw ToolError("the press of \(id) did nothing: \(try await reason(client))")
    }
    if let hold { try? await Task.sleep(for: .milliseconds(hold)) }
    if let end = location(toX, toY) {
      try await step(PressMovedRequest(id: id, location: end, wait: wait.moment), client, console)
    }
    if cancel {
      try await step(PressCancelledRequest(id: id, wait: wait.moment), client, console)
    } else {
      try await step(PressEndedRequest(id: id, wait: wait.moment), client, console)
    }
  }

  /// Sends one step of the press and prints its phase.
  @discardableResult
  private func step<Step: Request>(
    _ request: Step, _ client: ButtonClient, _ console: Console
  ) async throws -> PressPhase where Step.Response == PressResponse {
    let json = try await client.document(request)
    let answer: PressResponse = try json.decode()
    console.show(json) { "\(Step.method): \(answer.phase.rawValue)" }
    return answer.phase
  }

  /// Why the button's plugin, which decides presses, has not taken this one.
  private func reason(_ client: ButtonClient) async throws -> String {
    let match = Match(patterns: [UTF8String(id)])
    let looks = try await client.send(ButtonsGetRequest(match: match)).buttons
    let status = looks.first { $0.id == id }?.status
    return status.map(LookLine.trouble) ?? "its plugin is down, late or has failed"
  }

  private func location(_ x: Double?, _ y: Double?) -> PressLocation? {
    guard let x, let y else { return nil }
    return PressLocation(x: x, y: y)
  }
}

struct TriggerCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger", abstract: "Perform a button's action, as a keypad would.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  @Option(
    help: "Performs the action of this gesture: longPress or doublePress.",
    completion: .list(TimedGesture.allCases.map(\.rawValue)), transform: TriggerCommand.gesture)
  var gesture: TimedGesture?

  var subject: String? { id }

  @OptionGroup var wait: WaitFlag

  func request() -> ButtonsTriggerRequest {
    ButtonsTriggerRequest(id: id, gesture: gesture, wait: wait.moment)
  }

  func text(_ answer: ButtonsTriggerResponse) -> String {
    RevisionLine.text(answer.revision, "triggered", [id])
  }

  private static func gesture(_ name: String) throws -> TimedGesture {
    guard let gesture = TimedGesture(rawValue: name) else {
      throw ValidationError("'\(name)' is neither longPress nor doublePress")
    }
    return gesture
  }
}

struct RotateCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Turn a button by some steps, as an encoder does.",
    discussion: "Anticlockwise is below 0: buttonctl rotate volume -- -2.")

  @ParentCommand var program: Buttonctl

  @Argument(help: "The button.", completion: LiveCompletion.buttons)
  var id: String

  @Argument(help: "By how many steps: -1000 to 1000, but not 0.")
  var delta: Int

  var subject: String? { id }

  @OptionGroup var wait: WaitFlag

  func request() -> ButtonsRotateRequest {
    ButtonsRotateRequest(id: id, delta: delta, wait: wait.moment)
  }

  func text(_ answer: ButtonsTriggerResponse) -> String {
    RevisionLine.text(answer.revision, "turned", [id])
  }
}
