import ButtonModel
package import ButtonProtocol
package import JSONRPC

extension FleetSettings: JSONDecodable {
  /// Reads the settings without the scopes, which are read one by one.
  package init(json: JSONElement) throws(ProtocolError) {
    self.init()
    var members = try CheckedMembers(of: json, FleetSettings.names)
    name = members.hostText("name")
    if let name, !FleetSettings.isPrintableName(name) {
      members.check { () throws(ProtocolError) in
        throw .invalidParams("must be 1 to 64 printable characters", path: "name")
      }
    }
    if let grace = members.span("grace", plain: .seconds, in: 0...3_600_000_000_000) {
      self.grace = grace
    }
    try members.check()
  }

  private static func isPrintableName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

extension FleetScopeSettings {
  private static let maximumPrefixes = 1_024
  private static let spans: ClosedRange<UInt64> = 0...3_600_000_000_000

  init(name: String, json: JSONElement) throws(ProtocolError) {
    self.init(name)
    var members = try CheckedMembers(of: json, FleetScopeSettings.names)
    engine = members.read { members throws(ProtocolError) in try Self.engine(members) } ?? ""
    secret = members.hostText("secret")
    ca = members.hostText("ca")
    certificate = members.hostText("certificate")
    certificateKey = members.hostText("certificateKey")
    plaintext = members.optional("plaintext") ?? false
    keys = members.read { members throws(ProtocolError) in try Self.keys(members) } ?? []
    buttons =
      members.read { members throws(ProtocolError) in try Self.buttons(members, "buttons") } ?? []
    definitions =
      members.read { members throws(ProtocolError) in try Self.buttons(members, "definitions") }
      ?? []
    let names = keys + buttons + definitions
    offline =
      members.read { members throws(ProtocolError) in try Self.offline(members, names) } ?? []
    access = members.optional("access") ?? .write
    answer = members.optional("answer") ?? .applied
    if let time = members.span("pace", plain: .milliseconds, in: Self.spans) { pace = time }
    if let time = members.span("spread", plain: .seconds, in: Self.spans) { spread = time }
    if (certificate == nil) != (certificateKey == nil) {
      members.check { () throws(ProtocolError) in
        throw .invalidParams(
          "certificate and certificateKey go together: name both files or none",
          path: "certificate")
      }
    }
    try members.check()
  }

  private static func engine(_ members: Members) throws(ProtocolError) -> String {
    let engine: String
    if let text = try members.hostText("engine") {
      engine = text
    } else {
      engine = try members.required("engine")
    }
    guard !engine.isEmpty else {
      throw .invalidParams("names no engine, such as rediss://hub.lan:6380", path: "engine")
    }
    return engine
  }

  private static func keys(_ members: Members) throws(ProtocolError) -> [UTF8String] {
    guard let value = members.value("keys") else {
      throw .invalidParams(
        "keys is missing: a list of names such as stock, each for the key and all under it",
        path: "keys")
    }
    let names = try names(value, "keys")
    for (index, name) in names.enumerated() {
      let path = value.isArray ? "keys[\(index)]" : "keys"
      guard StateKey.isValid(UTF8String(name)) else { throw .invalidKey(name, path: path) }
      let first = String(name.prefix { $0 != "." })
      guard !reserved.contains(first) else {
        throw .invalidParams(
          "'\(Excerpt(name))' cannot be shared: keys under \(first) are this daemon's alone",
          path: path)
      }
    }
    return names.map { UTF8String($0) }
  }

  /// First segments of keys that are never shared.
  private static let reserved: Set<String> = ["volatile", "clock", "fleet"]

  private static func buttons(
    _ members: Members, _ member: StaticString
  ) throws(ProtocolError) -> [UTF8String] {
    guard let value = members.value(member) else { return [] }
    let names = try names(value, "\(member)")
    for (index, name) in names.enumerated() where !isButtonID(name) {
      throw .invalidParams(
        "'\(Excerpt(name))' is not an id of a button",
        path: value.isArray ? "\(member)[\(index)]" : "\(member)")
    }
    return names.map { UTF8String($0) }
  }

  private static func isButtonID(_ name: String) -> Bool {
    Array(name.utf8).withUnsafeBytes { ButtonDefinition.isValidID($0) }
  }

  /// A name, or a list of names.
  private static func names(
    _ value: JSONElement, _ path: String
  ) throws(ProtocolError) -> [String] {
    let names: [String]
    do {
      names = value.isString ? [try String(json: value)] : try [String](json: value)
    } catch {
      throw error.under(path)
    }
    guard (1...maximumPrefixes).contains(names.count) else {
      throw .invalidParams("must have 1 to \(maximumPrefixes) names", path: path)
    }
    return names
  }

  private static func offline(
    _ members: Members, _ names: [UTF8String]
  ) throws(ProtocolError) -> [OfflineRule] {
    guard let value = members.value("offline") else { return [] }
    guard value.isObject else {
      throw ProtocolError.wrongType(value, expected: "a mapping of keys and what they may do")
        .under("offline")
    }
    var rules: [OfflineRule] = []
    for (name, rule) in value.members {
      let prefix = UTF8String(copying: name.bytes)
      guard names.contains(where: { $0 == prefix || prefix.isUnder($0) }) else {
        throw .invalidParams(
          "'\(Excerpt(name.string))' is not among the scope's keys and buttons, nor under one of them",
          path: "offline")
      }
      do {
        rules.append(OfflineRule(prefix, try Offline(json: rule)))
      } catch {
        throw error.under(name.string).under("offline")
      }
    }
    return rules
  }
}
