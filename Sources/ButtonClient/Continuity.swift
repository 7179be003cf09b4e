import ButtonProtocol
import JSONRPC

/// What a client that outlives its connections keeps for the next one.
struct Continuity {
  /// A request as it is sent, with its number.
  struct Asked {
    let id: ClientCore.ID
    let method: String
    let params: JSONDocument
  }

  /// What each connection begins with.
  let hello: JSONDocument
  /// Whether there is a next one.
  let outlives: Bool
  /// What the daemon said of itself last; nil before it has.
  var server: HelloResponse?
  /// Whether there is no connection.
  var isAway = false
  /// How long the absence before this one was, in seconds.
  var away = 0.0
  /// Why the daemon is about to hang up.
  var complaint: ClientError?
  /// Requests that wait for the next connection, in their order.
  var kept: [Asked] = []
  /// Sizes that were reported, by button: each connection reports them again.
  private(set) var layouts: [String: JSONDocument] = [:]

  /// The most requests that wait for a connection.
  static let maximumKept = 4_096
  /// The most sizes that are kept; a daemon takes fewer from one connection.
  private static let maximumLayouts = 4_096
  /// Requests that change nothing: one whose answer was lost is made again.
  private static let reads: Set<String> = [
    "ping", "sync", "state.get", "state.eval", "state.derived", "buttons.get", "buttons.list",
    "buttons.definitions", "buttons.explain", "groups.list", "groups.get", "styles.list",
    "images.get", "images.list",
    "plugins.list", "sources.list", "server.stats",
  ]

  init(hello: JSONDocument, outlives: Bool) {
    self.hello = hello
    self.outlives = outlives
  }

  /// Whether a request may be made twice.
  func isRead(_ method: String) -> Bool { Continuity.reads.contains(method) }

  /// Keeps what the next connection has to know of a request.
  mutating func note(_ asked: Asked) {
    guard asked.method == "\(LayoutReportRequest.method)" else { return }
    guard let id = asked.params.read({ $0.member(.id)?.string }) ?? nil else { return }
    if layouts.count < Continuity.maximumLayouts || layouts[id] != nil {
      layouts[id] = asked.params
    }
  }
}
