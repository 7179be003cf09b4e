package import ButtonProtocol
package import JSONRPC

/// The figures of supervision that an operator may change; nil for the documented ones.
package struct PluginLimits: Hashable, Sendable, JSONDecodable {
  /// How many workers may be starting at once.
  package var startsAtOnce: Int?
  /// How many deaths within `deathWindow` are borne; one more is a quarantine.
  package var deaths: Int?

  // Nanoseconds.

  /// From the spawn of a worker to its first word.
  package var startTimeout: UInt64?
  /// What a batch may take, and what each of its buttons adds, and the most of both.
  package var batchTime: UInt64?
  package var batchTimePerButton: UInt64?
  package var batchTimeCap: UInt64?
  /// From being told to stop to being killed.
  package var stopGrace: UInt64?
  /// The first wait before a restart, and the longest.
  package var backoff: UInt64?
  package var backoffCap: UInt64?
  /// How long a worker must run for its deaths to be forgotten.
  package var healthyTime: UInt64?
  package var deathWindow: UInt64?
  /// From one probe in a quarantine to the next.
  package var probeInterval: UInt64?

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    let spans = PluginLimits.spans
    try json.allowOnly(["startsAtOnce", "deaths"] + spans.map { "\($0.name)" })
    startsAtOnce = try members.count("startsAtOnce", in: 1...1_024)
    deaths = try members.count("deaths", in: 1...1_000)
    for span in spans {
      self[keyPath: span.path] = try members.span(
        span.name, plain: .milliseconds, in: 1_000_000...86_400_000_000_000)
    }
  }

  private static var spans: [(name: StaticString, path: WritableKeyPath<PluginLimits, UInt64?>)] {
    [
      ("startTimeout", \.startTimeout), ("batchTime", \.batchTime),
      ("batchTimePerButton", \.batchTimePerButton), ("batchTimeCap", \.batchTimeCap),
      ("stopGrace", \.stopGrace), ("backoff", \.backoff), ("backoffCap", \.backoffCap),
      ("healthyTime", \.healthyTime), ("deathWindow", \.deathWindow),
      ("probeInterval", \.probeInterval),
    ]
  }
}
