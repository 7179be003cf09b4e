import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol

/// `buttonctl press`: presses a button and releases it.
struct PressCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "press", abstract: "Press a button and release it, as a finger would.",
    discussion: """
      Prints where the press stands after each step: pressing, outOfBounds or inactive. Released \
      while pressing, the button performs its action. Interrupted, it is let go without.
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
    help: "Where the finger is drawn to before it is lifted, from the left edge.")
  var toX: Double?

  @Option(parsing: .unconditional, help: "The same from the top edge.")
  var toY: Double?

  @Option(help: "How wide the button is drawn, which is reported first.")
  var width: Double?

  @Option(help: "How high it is drawn.")
  var height: Double?

  @Option(help: ArgumentHelp("How long it is held.", valueName: "milliseconds"))
  var hold: Int?

  @ArgumentParser.Flag(help: "Let the press come to nothing instead of releasing it.")
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
      throw ValidationError("a place is within ±\(Int(PressLocation.farthest)) points")
    }
    if let width, let height, DrawnSize(width: width, height: height) == nil {
      throw ValidationError("a size is 0 to \(Int(PressLocation.farthest)) points")
    }
    if let hold, hold < 0 || hold > 86_400_000 {
      throw ValidationError("--hold is 0 to 86400000 milliseconds")
    }
  }

  func run(_ client: ButtonClient, _ console: Console) async throws {
    if let width, let height {
      try await client.reportLayout(of: id, width: width, height: height)
    }
    try await step(
      PressBeganRequest(id: id, location: location(x, y), wait: wait.moment), client, console)
    if let hold { try? await Task.sleep(for: .milliseconds(hold)) }
    if let place = location(toX, toY) {
      try await step(
        PressMovedRequest(id: id, location: place, wait: wait.moment), client, console)
    }
    if cancel {
      try await step(PressCancelledRequest(id: id, wait: wait.moment), client, console)
    } else {
      try await step(PressEndedRequest(id: id, wait: wait.moment), client, console)
    }
  }

  /// Takes one step and prints what it came to.
  private func step<Step: Request>(
    _ request: Step, _ client: ButtonClient, _ console: Console
  ) async throws where Step.Response == PressResponse {
    let json = try await client.document(request)
    try console.show(json) {
      let answer: PressResponse = try json.decode()
      return "\(Step.method): \(answer.phase.rawValue)"
    }
  }

  private func location(_ x: Double?, _ y: Double?) -> PressLocation? {
    guard let x, let y else { return nil }
    return PressLocation(x: x, y: y)
  }
}
