import ButtonEngine
import ButtonModel
import TestSupport
import Testing

@testable import ButtonService

/// Flags that follow keys, compared with a model that knows JSON and RFC 7396 and nothing else.
@Suite struct BindingTests {
  @Test func flagsFollowTheirKeysAsTheModelSays() throws {
    var seed = Seed()
    for _ in 0..<scaled(40, few: 10) {
      var life = BindingLife(Seed(seed.next()))
      try life.run(steps: 60)
    }
  }

  @Test(arguments: ["isEnabled", "isSelected", "isBusy"])
  func equalsNullCountsAsLeftOut(_ flag: String) throws {
    var model = BindingModel()
    let daemon = MemoryDaemon()
    daemon.open("a")
    let binding = try JSONTree(parsing: #"{"\#(flag)":{"state":"k","equals":null}}"#)
    #expect(try daemon.define(binding) == nil)
    model.define(binding)
    for value in BindingLife.values {
      try daemon.call("state.set", #"{"values":{"k":\#(value)}}"#)
      model.values["k"] = try JSONTree(parsing: value)
      #expect(try daemon.flags() == model.flags, "\(value)")
    }
    try daemon.call("state.update", #"{"operations":[{"op":"remove","key":"k"}]}"#)
    model.values["k"] = nil
    #expect(try daemon.flags() == model.flags)
  }

  @Test func numbersFollowTheLanguageOfTheConfiguration() throws {
    var settings = EngineSettings()
    settings.traits.locale = try #require(LanguageTag("de-CH"))
    let daemon = MemoryDaemon(settings: settings)
    daemon.open("a")
    let format = #"format(\"%'.2f\", [n])"#
    try daemon.call("state.set", #"{"values":{"n":1234.5}}"#)
    try daemon.call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"plain","configuration":{"title":{"template":"{n:%'.2f} CHF"}},"#
        + #""action":{"name":"note","operations":[{"op":"set","key":"text","value":{"cel":"\#(format)"}}]}}]}"#
    )
    // The traits of a subscriber do not count: a title is made once for all.
    let button = try daemon.call("buttons.get", #"{"match":"b","traits":{"locale":"en"}}"#)
    let look = button?["buttons"]?.elements.first?["appearance"]
    #expect(look?["title"]?.string == "1'234.50 CHF")
    #expect(
      try daemon.call("state.eval", #"{"expression":"\#(format)"}"#)?["value"]?.string == "1'234.50"
    )
    try daemon.call("buttons.trigger", #"{"id":"b"}"#)
    #expect(
      try daemon.call("state.get", #"{"keys":["text"]}"#)?["values"]?["text"]?.string == "1'234.50")
  }
}

/// What flags must be.
private struct BindingModel {
  static let names = ["isEnabled", "isSelected", "isBusy"]

  var values: [String: JSONTree] = [:]
  /// The flags as they are defined.
  private var definition = JSONTree.object([])

  /// Takes a definition: a member that is null counts as left out.
  mutating func define(_ new: JSONTree) {
    definition = .object(
      new.members.filter { $0.value != .null }.map { member in
        let rest = member.value.members.filter { $0.value != .null }
        guard case .object = member.value else { return member }
        return .init(name: member.name, value: .object(rest))
      })
  }

  /// Takes a merge patch; false, and nothing changed, if a binding names no key then.
  mutating func patch(_ patch: JSONTree) -> Bool {
    let patched = definition.patched(by: patch)
    for member in patched.members {
      guard case .object = member.value else { continue }
      if member.value["state"]?.string == nil { return false }
    }
    definition = patched
    return true
  }

  /// The flags, in the order of their names.
  var flags: [Bool] { BindingModel.names.map { isOn(definition[$0], usually: $0 == "isEnabled") } }

  private func isOn(_ flag: JSONTree?, usually: Bool) -> Bool {
    guard let flag else { return usually }
    if case .bool(let value) = flag { return value }
    guard let key = flag["state"]?.string, let value = values[key] else { return false }
    return value.sorted == (flag["equals"] ?? .bool(true)).sorted
  }
}

/// One random life of a button whose flags follow two keys.
private struct BindingLife {
  static let values = [
    "null", "true", "false", "0", "1", "1.0", "1.5", #""""#, #""true""#, #""null""#, "[]", "[null]",
    "[1,2]", "{}", #"{"a":null}"#, #"{"a":1}"#, #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#,
    #"{"a":{"b":null}}"#, #"{"a":{"b":1}}"#,
  ]

  let seed: UInt64
  var random: Seed
  var model = BindingModel()
  let daemon = MemoryDaemon()

  init(_ seed: Seed) {
    self.seed = seed.value
    random = seed
    daemon.open("a")
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }

  mutating func run(steps: Int) throws {
    try define()
    for _ in 0..<steps {
      let key = pick(["k", "l"])
      switch pick(Array(0..<8)) {
      case 0...2:
        let value = pick(BindingLife.values)
        try daemon.call("state.set", #"{"values":{"\#(key)":\#(value)}}"#)
        model.values[key] = try JSONTree(parsing: value)
      case 3:
        try daemon.call("state.update", #"{"operations":[{"op":"remove","key":"\#(key)"}]}"#)
        model.values[key] = nil
      case 4: try define()
      default: try patch()
      }
      #expect(try daemon.flags() == model.flags, "seed \(seed)")
    }
  }

  private mutating func define() throws {
    let flags = try members(["true", "false", "null"])
    #expect(try daemon.define(flags) == nil, "seed \(seed)")
    model.define(flags)
  }

  private mutating func patch() throws {
    let equals = pick(BindingLife.values)
    let patch = try members([
      "true", "false", "null", #"{"state":"k"}"#, #"{"state":null}"#, #"{"equals":\#(equals)}"#,
      #"{"equals":null}"#, "{}",
    ])
    let refusal = try daemon.patch(patch)
    #expect((refusal == nil) == model.patch(patch), "seed \(seed): \(patch.text)")
  }

  /// Some of the flags, each a binding or one of the others.
  private mutating func members(_ others: [String]) throws -> JSONTree {
    var members: [JSONTree.Member] = []
    for name in BindingModel.names where random.next() % 2 == 0 {
      let equals = pick(["", #","equals":\#(pick(BindingLife.values))"#])
      let binding = #"{"state":"\#(pick(["k", "l"]))"\#(equals)}"#
      let value = pick([binding, pick(others)])
      members.append(.init(name: name, value: try JSONTree(parsing: value)))
    }
    return .object(members)
  }
}

extension MemoryDaemon {
  /// Defines the button with these flags; the error's reason, nil when all went well.
  fileprivate func define(_ flags: JSONTree) throws -> String? {
    let members = [JSONTree.Member(name: "id", value: .string("b"))]
    let style = [JSONTree.Member(name: "style", value: .string("filled"))]
    let definition = JSONTree.object(members + style + flags.members)
    return try call("buttons.define", #"{"buttons":[\#(definition.text)]}"#)?["data"]?["reason"]?
      .string
  }

  /// Patches it.
  fileprivate func patch(_ flags: JSONTree) throws -> String? {
    let patch = JSONTree.object([.init(name: "id", value: .string("b"))] + flags.members)
    return try call("buttons.patch", patch.text)?["data"]?["reason"]?.string
  }

  /// What its look says, which a trigger must agree with.
  fileprivate func flags() throws -> [Bool] {
    let look = try call("buttons.get", #"{"match":"b"}"#)?["buttons"]?.elements.first?["appearance"]
    let isEnabled = look?["isEnabled"] != .bool(false)
    let isBusy = look?["isBusy"] == .bool(true)
    let refusal = try call("buttons.trigger", #"{"id":"b"}"#)?["data"]?["reason"]?.string
    #expect((refusal == "disabled") == (!isEnabled || isBusy))
    return [isEnabled, look?["isSelected"] == .bool(true), isBusy]
  }
}

extension JSONTree {
  fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The value with the members of objects in the order of their names.
  fileprivate var sorted: JSONTree {
    switch self {
    case .object(let members):
      .object(
        members.sorted { $0.name < $1.name }.map { .init(name: $0.name, value: $0.value.sorted) })
    case .array(let elements): .array(elements.map(\.sorted))
    case .null, .bool, .int, .double, .string: self
    }
  }

  /// The algorithm of RFC 7396.
  fileprivate func patched(by patch: JSONTree) -> JSONTree {
    guard case .object(let changes) = patch else { return patch }
    var result = members
    for change in changes {
      let old = result.first { $0.name == change.name }?.value ?? .null
      result.removeAll { $0.name == change.name }
      if change.value == .null { continue }
      result.append(.init(name: change.name, value: old.patched(by: change.value)))
    }
    return .object(result)
  }
}
