import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport

extension ButtonDefinition {
  /// A definition as a client would write it, but for its id.
  init(_ tree: JSONTree) throws {
    guard case .object(let members) = tree else { throw TestFailure("not a definition") }
    let id = try JSONTree(parsing: #"{"id":"button"}"#)
    guard case .object(let first) = id else { throw TestFailure("not an object") }
    self = try JSONTree.object(first + members).withElement { json in
      var reader = DefinitionReader(path: "definition")
      return try reader.definition(json)
    }
  }
}

extension Traits {
  /// Traits as a subscriber would write them.
  init(_ tree: JSONTree) throws {
    self = try tree.withElement { try TraitsRequest(json: $0).filled(from: Traits()) }
  }
}

extension StateValue {
  /// A value as `state.set` would take it.
  init(_ tree: JSONTree) throws {
    self = try tree.withElement { try StateValue(json: $0) }
  }
}

extension JSONTree {
  /// Calls with the value as the parser gives it, which lives as long as the call.
  fileprivate func withElement<Result>(
    _ body: (JSONElement) throws -> Result
  ) throws -> Result {
    let parser = JSONParser()
    let element = try parser.parse(text)
    defer { withExtendedLifetime(parser) {} }
    return try body(element)
  }
}
