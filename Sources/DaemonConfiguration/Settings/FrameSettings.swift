package import ButtonProtocol
package import JSONRPC

/// When frames go out.
package struct FrameSettings: Hashable, Sendable, JSONDecodable {
  /// Frames a second; 0 for a frame whenever there is something to show.
  package var maxRate: Double = 0
  /// When a frame goes without the plugins that have not answered, in nanoseconds.
  package var deadline: UInt64 = 8_000_000

  package static let settings = [rate, time]

  private static let rate = Setting(
    "frame", "maxRate", .number, 0...10_000, usual: 0,
    "most frames per second; 0: a frame whenever there is something to show")
  private static let time = Setting(
    "frame", "deadline", .milliseconds, 1...10_000, usual: 8,
    """
    after this time a frame goes out without the plugins that have not answered; the daemon first \
    reads the answers that have arrived
    """)

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, FrameSettings.settings.map { "\($0.name)" })
    if let rate = members.number(FrameSettings.rate) { maxRate = rate }
    if let time = members.nanoseconds(FrameSettings.time) { deadline = time }
    try members.check()
  }
}
