package import ButtonModel
import ButtonProtocol
package import JSONRPC

/// What a file says of the broker, and of what goes to and from it.
package struct MQTTSettings: Hashable, Sendable {
  /// A key whose value goes to a topic.
  package struct KeyRule: Hashable, Sendable {
    package let key: String
    package let topic: String
    package let style: PayloadStyle
    package let qos: Int32
    package let isRetained: Bool
    /// Sent where the key has no value; an empty text removes the retained message.
    package var absent = ""
    /// The most characters of a text; nil for any number.
    package var maximumCharacters: Int?

    package func payload(_ value: StateValue?) -> [UInt8] {
      guard let value, value != .null || absent.isEmpty else { return Array(absent.utf8) }
      let payload = style.payload(value)
      guard let most = maximumCharacters, payload.count > most else { return payload }
      let text = String(decoding: payload, as: UTF8.self).unicodeScalars
      guard text.count > most else { return payload }
      return Array("\(String(String.UnicodeScalarView(text.prefix(most - 1))))…".utf8)
    }
  }

  /// Looks of buttons that go to topics, always retained.
  package struct LookRule: Hashable, Sendable {
    package let buttons: [String]
    /// The topic, with `$id` for the button's id.
    package let topic: String
    package let qos: Int32
    /// Frames a second.
    package let maxRate: Double?
  }

  /// Actions of buttons that go to topics, never retained.
  package struct ActionRule: Hashable, Sendable {
    package let buttons: [String]
    /// The topic, with `$id` for the button's id.
    package let topic: String
    package let qos: Int32
    /// The payload, with `$` before names of the action's members; nil for all members.
    var payload: String?

    /// The members of an action that `payload` may name.
    static let words = ["id", "name", "item", "payload"]

    /// Nil for an action that lacks what ``payload`` names.
    package func payload(of action: JSONElement) -> [UInt8]? {
      if let payload {
        var values: [String: StateValue] = [:]
        for (name, value) in action.members { values[name.string] = try? StateValue(json: value) }
        return WordText(payload).filled(values)
      }
      var writer = JSONWriter()
      writer.beginObject()
      // Home Assistant's events need it.
      writer.key("event_type")
      writer.string("press")
      for (name, value) in action.members where name.string != "subscription" {
        writer.key(name.string)
        writer.copy(value)
      }
      writer.endObject()
      return [UInt8](writer.bytes)
    }
  }

  /// Where the broker is, and who this client is to it.
  package var host = "localhost"
  package var port: UInt16?
  package var client: String?
  package var user: String?
  package var passwordFile: String?
  package var keepAliveSeconds: Int32 = 30
  package var usesTLS = false
  package var authorities: String?
  package var certificate: String?
  package var certificateKey: String?

  /// What this program's topics begin with.
  package var prefix = "buttond"
  /// Keys are fed under it.
  package var lease = "mqtt"
  /// Keys that messages may make.
  package var maxKeys = 10_000
  /// What comes in.
  package var rules: [TopicRule] = []
  /// What goes out.
  package var keys: [KeyRule] = []
  package var looks: [LookRule] = []
  package var actions: [ActionRule] = []
  package var homeAssistant: HomeAssistantSettings?

  package init() {}

  /// The names at the file's top level.
  static let names = [
    "broker", "prefix", "lease", "maxKeys", "topics", "triggers", "keys", "looks", "actions",
    "homeAssistant",
  ]

  /// Adds the rules that listen to whether devices are there, each once.
  package var withAvailability: MQTTSettings {
    var settings = self
    var known: Set<TopicRule> = []
    settings.rules += rules.compactMap(\.liveness.availability?.rule).filter {
      known.insert($0).inserted
    }
    return settings
  }

  /// Adds the rules that listen to what the broker has kept of the looks that were sent to it.
  package var withOwnLooks: MQTTSettings {
    var settings = self
    for topic in Set(looks.map(\.topic)).sorted() {
      let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
      let filter = levels.map { $0.contains("$id") ? "+" : $0 }.joined(separator: "/")
      guard let filter = TopicFilter(filter) else { continue }
      settings.rules.append(TopicRule(filter, .look(topic), retained: .only))
    }
    return settings
  }

  /// Returns the lease for keys that are lost for a reason, a word of letters and digits.
  package func lease(lostFor reason: String) -> String {
    let word = reason.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return String("\(lease).\(word.isEmpty ? "empty" : String(word))".prefix(64))
  }

  /// Depends on TLS unless it is given.
  package var effectivePort: UInt16 { port ?? (usesTLS ? 8883 : 1883) }

  /// Says whether this program is there.
  package var statusTopic: String { "\(prefix)/status" }
}
