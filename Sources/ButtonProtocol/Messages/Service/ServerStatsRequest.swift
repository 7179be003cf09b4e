package import JSONRPC

/// Asks for the counters and gauges.
package struct ServerStatsRequest: Request, Hashable {
  package typealias Response = ServerStatsResponse
  package static let method: StaticString = "server.stats"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}
