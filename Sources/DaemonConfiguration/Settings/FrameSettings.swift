package import ButtonProtocol
package import JSONRPC

/// When frames go out.
package struct FrameSettings: Hashable, Sendable, JSONDecodable {
  /// Frames a second at most; 0: one whenever there is something to show.
  package var maxRate: Double = 0
  /// Nanoseconds after which a frame goes without the plugins that have not answered.
  package var deadline: UInt64 = 8_000_000

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["maxRate", "deadline"])
    if let rate = members.rate("maxRate", in: 0...10_000) { maxRate = rate }
    let times: ClosedRange<UInt64> = 1_000_000...10_000_000_000
    if let time = members.span("deadline", plain: .milliseconds, in: times) { deadline = time }
    try members.check()
  }
}
