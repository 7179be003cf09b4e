import JSONRPC

/// A parsed line, for tests that look into it.
indirect enum Wire: Hashable, Sendable {
  case object([String: Wire])
  case array([Wire])
  case string(String)
  case int(Int64)
  case double(Double)
  case bool(Bool)
  case null

  init(_ bytes: UnsafeRawBufferPointer) throws {
    let parser = JSONParser()
    self.init(try parser.parse(copying: bytes))
    withExtendedLifetime(parser) {}
  }

  private init(_ json: JSONElement) {
    switch json.kind {
    case .object:
      var members: [String: Wire] = [:]
      for (name, value) in json.members { members[name.string] = Wire(value) }
      self = .object(members)
    case .array: self = .array(json.elements.map { Wire($0) })
    case .string: self = .string(json.string ?? "")
    case .integer: self = .int(json.int ?? 0)
    case .double: self = .double(json.double ?? 0)
    case .bool: self = .bool(json.bool == true)
    case .null, .outOfRangeInteger: self = .null
    }
  }

  subscript(name: String) -> Wire? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var elements: [Wire] { if case .array(let elements) = self { elements } else { [] } }
  var members: [String: Wire] { if case .object(let members) = self { members } else { [:] } }
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var int: Int64? { if case .int(let int) = self { int } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The value with a JSON Merge Patch laid over it.
  func patched(by patch: Wire) -> Wire {
    guard case .object(let changes) = patch else { return patch }
    var members = members
    for (name, change) in changes {
      members[name] = change == .null ? nil : (members[name] ?? .null).patched(by: change)
    }
    return .object(members)
  }
}
