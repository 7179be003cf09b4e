import Testing

/// One command line: its requests, the answers, and what it prints.
struct CommandCase: CustomTestStringConvertible, Sendable {
  /// The words behind `buttonctl --socket PATH`.
  var arguments: [String]
  /// Its standard input.
  var input = ""
  /// Requests, as method and params, with their answers; an answer that begins with `!` is an error.
  var exchanges: [(request: String, answer: String)] = []
  var output = ""
  var errors = ""
  var status: Int32 = 0

  var testDescription: String { "buttonctl " + arguments.joined(separator: " ") }

  /// What a subscription of this method brings.
  static func notification(after method: String) -> String {
    switch method {
    case "state.subscribe": "state.changed"
    case "actions.subscribe": "action.triggered"
    case "plugins.subscribe": "plugin.changed"
    case "sources.subscribe": "source.changed"
    default: "buttons.updated"
    }
  }

  /// Answers a request as an exchange says.
  static func give(_ answer: String, to request: Peer.Request, by peer: Peer) throws {
    if answer.hasPrefix("!") { return try peer.refuse(request, String(answer.dropFirst())) }
    for (number, line) in answer.split(separator: "\n").enumerated() {
      if number == 0 {
        try peer.answer(request, String(line))
      } else {
        try peer.notify(notification(after: request.method), String(line))
      }
    }
  }

  /// Plays it against a fake daemon.
  func play() async throws -> CommandProcess.Outcome {
    let exchanges = exchanges
    let isWatch = arguments.contains("watch")
    let daemon = try FakeDaemon { peer in
      for (wanted, answer) in exchanges {
        let request = try peer.request()
        let found = "\(request.method) \(request.params)"
        guard found == wanted else { throw Peer.Failure("wanted \(wanted), got \(found)") }
        try Self.give(answer, to: request, by: peer)
      }
      if isWatch { try peer.expect("unsubscribe", #"{"subscription":"s"}"#) }
      try peer.expectEnd()
    }
    let outcome = try CommandProcess.run(
      ["--socket", daemon.path] + arguments, input: input, environment: ["NO_COLOR=1"])
    try await daemon.finished()
    return outcome
  }
}

extension CommandCase {
  /// One that asks once.
  init(
    arguments: [String], input: String = "", request: String, answer: String, output: String = "",
    errors: String = "", status: Int32 = 0
  ) {
    self.init(
      arguments: arguments, input: input, exchanges: [(request, answer)], output: output,
      errors: errors, status: status)
  }
}
