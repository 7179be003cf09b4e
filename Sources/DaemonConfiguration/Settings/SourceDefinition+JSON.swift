import ButtonModel
import ButtonProtocol
import JSONRPC

extension SourceDefinition {
  static let settings = ["run", "every", "format", "key", "keys", "silentAfter", "noValue", "user"]

  private static let maximumArguments = 1_024
  private static let spans: ClosedRange<UInt64> = 100_000_000...604_800_000_000_000

  /// `folder` is the one that the source starts in.
  init(name: String, json: JSONElement, in folder: String) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, SourceDefinition.settings)
    let command = members.read { members throws(ProtocolError) in
      try SourceDefinition.command(members)
    }
    var source = SourceDefinition(name, command ?? [], in: folder)
    source.interval = members.span("every", plain: .seconds, in: SourceDefinition.spans)
    source.format = members.optional("format") ?? .json
    source.silentAfter = members.span("silentAfter", plain: .seconds, in: SourceDefinition.spans)
    if let interval = source.interval, let silentAfter = source.silentAfter, silentAfter <= interval
    {
      members.check { () throws(ProtocolError) in
        throw .invalidParams(
          "must be longer than every: between two runs the source is always silent",
          path: "silentAfter")
      }
    }
    members.read { members throws(ProtocolError) in try source.readKeys(members) }
    source.noValue = members.noValue()
    if source.noValue != nil, source.key == nil || source.format == .waybar {
      members.check { () throws(ProtocolError) in
        throw .invalidParams(
          "goes with the one key of a text, a number or a boolean", path: "noValue")
      }
    }
    source.user = members.read { members throws(ProtocolError) in
      try SourceDefinition.user(members)
    }
    try members.check()
    self = source
  }

  private static func command(_ members: Members) throws(ProtocolError) -> [String] {
    guard let value = members.value("run") else {
      throw .invalidParams("run is missing: a list of the program and its arguments", path: "run")
    }
    guard value.isArray else {
      throw .invalidParams(
        "must be a list of the program and its arguments, such as [sh, -c, \"date +%H\"]",
        path: "run")
    }
    let command: [String]
    do { command = try [String](json: value) } catch { throw error.under("run") }
    guard command.first?.isEmpty == false else {
      throw .invalidParams("names no program", path: "run")
    }
    guard command.count <= maximumArguments else {
      throw .invalidParams("has more than \(maximumArguments) arguments", path: "run")
    }
    if let index = command.firstIndex(where: { $0.utf8.contains(0) }) {
      throw .invalidParams("must not contain the character 0", path: "run[\(index)]")
    }
    return command
  }

  private mutating func readKeys(_ members: Members) throws(ProtocolError) {
    key = try members.optional("key")
    let patterns = try SourceDefinition.patterns(members)
    switch (key, patterns) {
    case (let key?, nil):
      let longest = format == .waybar ? "\(key).percentage" : key
      guard StateKey.isValid(UTF8String(longest)) else { throw .invalidKey(key, path: "key") }
    case (nil, let patterns?):
      guard format == .json else {
        throw .invalidParams(
          "the format \(format.rawValue) has one value: write key instead", path: "keys")
      }
      keys = patterns
    case (nil, nil):
      throw .invalidParams(
        format == .json
          ? "keys is missing: patterns of the keys that the source may write, such as audio.*"
          : "key is missing: the key that the source writes",
        path: format == .json ? "keys" : "key")
    case (_?, _?):
      throw .invalidParams("a source has either key or keys", path: "keys")
    }
  }

  /// One pattern or a list of them.
  private static func patterns(_ members: Members) throws(ProtocolError) -> [String]? {
    guard let value = members.value("keys") else { return nil }
    let patterns: [String]
    do {
      patterns = value.isString ? [try String(json: value)] : try [String](json: value)
    } catch {
      throw error.under("keys")
    }
    if patterns.isEmpty { throw .invalidParams("has no pattern", path: "keys") }
    for (index, pattern) in patterns.enumerated() {
      let example = pattern.replacing("*", with: "a").replacing("?", with: "a")
      if StateKey.isValid(UTF8String(example)) { continue }
      throw .invalidParams(
        "'\(Excerpt(pattern))' fits no state key: use segments of A–Z, a–z, 0–9, _ and - with dots "
          + "between them, * for any text and ? for one character",
        path: value.isArray ? "keys[\(index)]" : "keys")
    }
    return patterns
  }

  /// A user that the system knows, as the configuration has it.
  private static func user(_ members: Members) throws(ProtocolError) -> String? {
    guard let value = members.value("user") else { return nil }
    if let number = value.int, number >= 0, number < Int64(UInt32.max) { return "\(number)" }
    guard let name = value.string, !name.isEmpty, name != "-", !name.utf8.contains(0) else {
      throw .invalidParams("must be a name or a number", path: "user")
    }
    _ = try AccountName.user(named: name).number()
    return name
  }

  /// A claim that overlaps one of an earlier source: a key has one source.
  func conflict(
    with others: [SourceDefinition]
  ) -> (claim: String, other: String, source: String)? {
    for other in others {
      for theirs in other.claims {
        let glob = Glob(UTF8String(theirs))
        for claim in claims where glob.overlaps(Glob(UTF8String(claim))) {
          return (claim, theirs, other.name)
        }
      }
    }
    return nil
  }
}
