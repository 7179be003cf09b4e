import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

extension TopicRule {
  init(setting json: JSONElement) throws(ProtocolError) {
    let names = [
      "topic", "key", "format", "pointer", "qos", "retained", "fed", "noValue", "silentAfter",
      "availability",
    ]
    var members = try CheckedMembers(of: json, names)
    let filter = members.read { members throws(ProtocolError) in try Self.filter(members) }
    let template = members.read { members throws(ProtocolError) in
      try Self.template("key", members, for: filter)
    }
    let format: PayloadFormat = members.choice("format") ?? .json
    let pointer = members.pointer()
    let qos = members.quality()
    let retained: Retained = members.choice("retained") ?? .use
    let isFed: Bool = members.optional("fed") ?? true
    let liveness = members.liveness(of: format, isFed: isFed, filter)
    try members.check()
    guard let filter, let template else { throw .invalidParams("is not a rule") }
    self.init(
      filter, .set(template, format, pointer, isFed: isFed), qos: qos, retained: retained,
      liveness: liveness)
  }

  init(triggering json: JSONElement) throws(ProtocolError) {
    let names = [
      "topic", "button", "allow", "qos", "pointer", "press", "longPress", "doublePress",
    ]
    var members = try CheckedMembers(of: json, names)
    let filter = members.read { members throws(ProtocolError) in try Self.filter(members) }
    let template = members.read { members throws(ProtocolError) in
      try Self.template("button", members, for: filter)
    }
    var allowed = members.texts("allow")
    if let template, template.captureCount == 0 { allowed = allowed ?? [template.text] }
    if allowed == nil {
      members.check { () throws(ProtocolError) in
        throw .invalidParams(
          "allow is missing: the buttons that the topic may press, such as till.*", path: "allow")
      }
    }
    let qos = members.quality()
    let commands = members.commands()
    try members.check()
    guard let filter, let template else { throw .invalidParams("is not a rule") }
    // A retained press would be repeated with each connection.
    self.init(
      filter, .trigger(template, allowed: allowed ?? []), qos: qos, retained: .ignore,
      commands: commands)
  }

  private static func filter(_ members: Members) throws(ProtocolError) -> TopicFilter {
    let text: String = try members.required("topic")
    guard let filter = TopicFilter(text) else {
      throw .invalidParams(
        "'\(Excerpt(text))' is not a topic: + stands for a whole level, # for all levels at the end",
        path: "topic")
    }
    return filter
  }

  private static func template(
    _ name: StaticString, _ members: Members, for filter: TopicFilter?
  ) throws(ProtocolError) -> NameTemplate {
    let text: String = try members.required(name)
    guard let template = NameTemplate(text) else {
      throw .invalidParams("a $ has a number from 1 to 9 behind it", path: "\(name)")
    }
    if let filter, template.captureCount > filter.captureCount {
      throw .invalidParams(
        "'$\(template.captureCount)' stands for nothing: the topic has \(filter.captureCount) of + "
          + "and #", path: "\(name)")
    }
    let example = template.name(Array(repeating: "a", count: template.captureCount))
    guard StateKey.isValid(UTF8String(example)) else { throw .invalidKey(text, path: "\(name)") }
    return template
  }
}

extension CheckedMembers {
  /// The payloads that press a button.
  fileprivate mutating func commands() -> CommandWords {
    let gestures: [(StaticString, TimedGesture?)] = [
      ("press", nil), ("longPress", .longPress), ("doublePress", .doublePress),
    ]
    var commands: [String: ButtonCommand] = [:]
    for (name, gesture) in gestures {
      for word in texts(name, of: "payloads") ?? [] {
        let old = commands.updateValue(.press(gesture), forKey: word)
        check { () throws(ProtocolError) in
          guard old == nil else {
            throw .invalidParams(
              "'\(Excerpt(word))' is there twice; a payload does one thing", path: "\(name)")
          }
        }
      }
    }
    let pointer = pointer()
    let hasWords = gestures.contains { members.value($0.0) != nil }
    check { () throws(ProtocolError) in
      guard pointer == nil || hasWords else {
        throw .invalidParams("goes with press, longPress or doublePress", path: "pointer")
      }
    }
    return CommandWords(commands, at: pointer)
  }

  fileprivate mutating func pointer() -> JSONPointer? {
    read { members throws(ProtocolError) -> JSONPointer? in
      guard let text: String = try members.optional("pointer") else { return nil }
      guard let pointer = JSONPointer(text) else {
        throw .invalidParams(
          "'\(Excerpt(text))' is not a JSON pointer; write one such as /battery/level",
          path: "pointer")
      }
      return pointer
    }
  }

  fileprivate mutating func liveness(
    of format: PayloadFormat, isFed: Bool, _ filter: TopicFilter?
  ) -> KeyLiveness {
    var liveness = KeyLiveness()
    if !isFed {
      let members = members
      for name in ["noValue", "silentAfter", "availability"] as [StaticString] {
        check { () throws(ProtocolError) in
          guard members.value(name) != nil else { return }
          throw .invalidParams(
            "goes with keys that are fed, and not with fed: false", path: "\(name)")
        }
      }
      return liveness
    }
    let words = noValue()
    let hasUsual = format == .number || format == .bool
    liveness.noValue = words ?? (hasUsual ? NoValue.usualWords : [])
    let spans: ClosedRange<UInt64> = 1_000_000_000...604_800_000_000_000
    liveness.silentAfter = span("silentAfter", plain: .seconds, in: spans)
    liveness.availability = read { members throws(ProtocolError) -> Availability? in
      guard let json = members.value("availability") else { return nil }
      do throws(ProtocolError) {
        return try Availability(json, of: filter)
      } catch {
        throw error.under("availability")
      }
    }
    return liveness
  }
}

extension Availability {
  /// Where a rule's devices say whether they are there.
  fileprivate init(_ json: JSONElement, of filter: TopicFilter?) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["topic", "online", "offline", "pointer"])
    let text: String? = members.optional("topic")
    let topic = text.flatMap { NameTemplate($0) }
    members.check { () throws(ProtocolError) in
      guard let topic, TopicFilter.isTopic(topic.text) else {
        throw .invalidParams(
          "must be a topic, in which $1 stands for what the rule's first + does", path: "topic")
      }
      let wildcards = Array(repeating: "+", count: topic.captureCount)
      guard topic.captureCount <= filter?.captureCount ?? 0,
        TopicFilter(topic.topic(wildcards)) != nil
      else {
        throw .invalidParams(
          "has a $ that is not a whole level, or for which the rule's topic has no + or #",
          path: "topic")
      }
      guard !topic.usesAny(of: filter?.isRest ?? []) else {
        throw .invalidParams(
          "has a $ for the rule's #, which stands for any number of levels; write a rule with + for each "
            + "depth", path: "topic")
      }
    }
    let online: String? = members.optional("online")
    let offline: String? = members.optional("offline")
    let pointer = members.pointer()
    members.check { () throws(ProtocolError) in
      guard online ?? "online" != offline ?? "offline" else {
        throw .invalidParams("must differ from online", path: "offline")
      }
    }
    try members.check()
    guard let topic else { throw .invalidParams("is not a topic") }
    self.init(
      topic, online: online ?? "online", offline: offline ?? "offline", pointer: pointer)
  }
}

extension MQTTSettings.KeyRule {
  init(_ json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["key", "topic", "format", "qos", "retain"])
    let key: String = members.optional("key") ?? ""
    members.check { () throws(ProtocolError) in
      guard StateKey.isValid(UTF8String(key)) else { throw .invalidKey(key, path: "key") }
    }
    let topic = members.topic(with: nil)
    let style: PayloadStyle = members.choice("format") ?? .text
    let qos = members.quality()
    let isRetained: Bool = members.optional("retain") ?? true
    try members.check()
    self.init(key: key, topic: topic, style: style, qos: qos, isRetained: isRetained)
  }
}

extension MQTTSettings.LookRule {
  init(_ json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["buttons", "topic", "qos", "maxRate"])
    let buttons = members.texts("buttons") ?? ["*"]
    let topic = members.topic(with: "$id")
    let qos = members.quality()
    let rate = members.rate("maxRate", in: 0.001...120)
    try members.check()
    self.init(buttons: buttons, topic: topic, qos: qos, maxRate: rate)
  }
}

extension MQTTSettings.ActionRule {
  init(_ json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["buttons", "topic", "payload", "qos"])
    let buttons = members.texts("buttons") ?? ["*"]
    let topic = members.topic(with: nil)
    let payload: String? = members.optional("payload")
    let words = payload.map { WordText($0).words } ?? []
    members.check { () throws(ProtocolError) in
      guard let word = words.first(where: { !Self.words.contains($0) }) else { return }
      throw .invalidParams(
        "'$\(Excerpt(word))' stands for nothing; known are "
          + Self.words.map { "$\($0)" }.joined(separator: ", "), path: "payload")
    }
    let qos = members.quality()
    try members.check()
    self.init(buttons: buttons, topic: topic, qos: qos, payload: payload)
  }
}

extension CheckedMembers {
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ name: StaticString
  ) -> Value? where Value.RawValue == String {
    read { members throws(ProtocolError) -> Value? in
      guard let json = members.value(name) else { return nil }
      let text = json.string ?? json.bool.map { $0 ? "true" : "false" } ?? ""
      if let value = Value(rawValue: text) { return value }
      let names = Value.allCases.map(\.rawValue)
      throw .invalidParams("must be one of \(names.joined(separator: ", "))", path: "\(name)")
    }
  }

  /// This program speaks QoS 0 and 1.
  mutating func quality() -> Int32 { count("qos", in: 0...1).map { Int32($0) } ?? 0 }

  /// One text or a list of them, none empty.
  mutating func texts(
    _ name: StaticString, of what: String = "ids or patterns of ids"
  ) -> [String]? {
    read { members throws(ProtocolError) -> [String]? in
      guard let json = members.value(name) else { return nil }
      let texts: [String]
      do throws(ProtocolError) {
        texts = json.isString ? [try String(json: json)] : try [String](json: json)
      } catch {
        throw error.under("\(name)")
      }
      guard !texts.isEmpty, texts.count <= 100, !texts.contains("") else {
        throw .invalidParams("must be 1 to 100 \(what)", path: "\(name)")
      }
      return texts
    }
  }

  /// A topic to send to, with `word` where a button's id goes.
  mutating func topic(with word: String?) -> String {
    let topic: String? = optional("topic")
    check { () throws(ProtocolError) in
      guard let topic else {
        throw .invalidParams("topic is missing: where the messages go", path: "topic")
      }
      guard TopicFilter.isTopic(topic) else {
        throw .invalidParams(
          "'\(Excerpt(topic))' is not a topic to send to: it has no + and #", path: "topic")
      }
      if let word, !topic.contains(word) {
        throw .invalidParams("has no \(word), for which each button's id stands", path: "topic")
      }
    }
    return topic ?? ""
  }
}
