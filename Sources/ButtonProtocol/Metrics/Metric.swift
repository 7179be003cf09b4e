/// A figure of `server.stats` as a metric for monitoring.
package struct Metric: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// Only grows while the daemon lives.
    case counter
    case gauge
    /// Counts by class, a sum and their number.
    case histogram
    /// A figure from a daemon that knows more than this table.
    case untyped
  }

  /// What `server.stats` calls it.
  package let figure: String
  package let name: String
  package let kind: Kind
  /// A sentence.
  package let help: String

  /// Derives the name from the figure's: `lateAnswers` is `buttond_late_answers_total`.
  private init(_ figure: String, _ kind: Kind, _ help: String) {
    self.figure = figure
    self.kind = kind
    self.help = help
    name = "buttond_" + Metric.snake(figure) + (kind == .counter ? "_total" : "")
  }

  /// Also takes a figure that is not in the table.
  package static func of(_ figure: String) -> Metric {
    table.first { $0.figure == figure }
      ?? Metric(figure, .untyped, "Not known to this version of the program.")
  }

  /// In the order in which they are written.
  package static let table: [Metric] = [
    Metric("revision", .gauge, "Number of the last set of changes; kept with the state."),
    Metric("tick", .gauge, "Number of the last frame."),
    Metric("ticks", .counter, "Times that the daemon looked whether there is anything to publish."),
    Metric("frames", .counter, "Frames published."),
    Metric("resolves", .counter, "Passes over a button by the daemon or a plugin."),
    Metric("looks", .counter, "Looks that differed from the one before."),
    Metric("batches", .counter, "Batches of buttons sent to workers."),
    Metric("lateAnswers", .counter, "Answers of workers that came after their frame had gone."),
    Metric("staleAnswers", .counter, "Answers of workers for which a key had changed meanwhile."),
    Metric("changeSets", .counter, "Sets of changes applied."),
    Metric("writes", .counter, "Keys written by them."),
    Metric("updateRequests", .counter, "Explicit requests to resolve buttons again."),
    Metric("requests", .counter, "Requests of clients."),
    Metric("errors", .counter, "Requests and lines answered with an error."),
    Metric("throttles", .counter, "Times that a client had to wait as it sent requests too fast."),
    Metric("connections", .gauge, "Clients that are connected."),
    Metric("stalledClients", .gauge, "Clients whose socket takes no bytes at the moment."),
    Metric("buttons", .gauge, "Buttons defined."),
    Metric("groups", .gauge, "Groups of buttons defined."),
    Metric("images", .gauge, "Images."),
    Metric("imageBytes", .gauge, "Bytes of all images as Base64."),
    Metric("keys", .gauge, "State keys with a value."),
    Metric("leasedKeys", .gauge, "State keys that belong to a lease."),
    Metric("lostKeys", .gauge, "Those of them that nothing feeds any more."),
    Metric("stateBytes", .gauge, "Bytes of all keys and values."),
    Metric("definitionBytes", .gauge, "Bytes of all definitions as JSON."),
    Metric("journalGroups", .counter, "Groups of changes given to the journal."),
    Metric("journalEntries", .counter, "Keys and buttons in them."),
    Metric("journalFailures", .counter, "Groups that could not be written."),
    Metric("unsaved", .gauge, "Keys and buttons that wait to be written to the journal."),
    Metric("durabilityLost", .gauge, "1 while changes cannot be written to the journal."),
    Metric("unsettled", .gauge, "Buttons that have still to show what changed."),
    Metric("acceptedClients", .counter, "Clients let in."),
    Metric("refusedClients", .counter, "Clients turned away: of other users, or beyond the limit."),
    Metric("closedStalledClients", .counter, "Clients closed as they took no bytes for too long."),
    Metric("shedClients", .counter, "Clients closed as they left too much in memory."),
    Metric("clientBytes", .gauge, "Bytes kept for clients."),
    Metric("suppressedLogLines", .counter, "Lines about clients left out of the log."),
  ]

  /// `lateAnswers` as `late_answers`; what no metric's name may have becomes `_`.
  private static func snake(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isASCII, character.isUppercase {
        result += "_" + character.lowercased()
      } else {
        let isAllowed = character.isASCII && (character.isLetter || character.isNumber)
        result.append(isAllowed ? character : "_")
      }
    }
    return result
  }
}
