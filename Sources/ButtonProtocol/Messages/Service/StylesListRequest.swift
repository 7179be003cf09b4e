package import JSONRPC

/// Asks which styles and handlers there are.
package struct StylesListRequest: Request, Hashable {
  package typealias Response = StylesListResponse
  package static let method: StaticString = "styles.list"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}
