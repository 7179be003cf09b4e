import ButtonModel
package import ButtonProtocol
import DaemonConfiguration
package import JSONRPC

/// What is announced to Home Assistant.
package struct HomeAssistantSettings: Hashable, Sendable {
  /// One entity of the device.
  package struct Entity: Hashable, Sendable {
    package let kind: HomeAssistantKind
    /// The id of a button, or a key.
    package let subject: String
    package let name: String
    package let unit: String?
    package let deviceClass: String?
    package let icon: String?
  }

  /// What discovery topics begin with.
  package var prefix = "homeassistant"
  package var device = "buttond"
  package var name = "buttond"
  /// The file of templates; nil for the installed one.
  package var templates: String?
  package var entities: [Entity] = []

  static let names = [
    "prefix", "device", "name", "templates", "buttons", "events", "switches", "sensors",
  ]
}

/// The kinds of entities.
package enum HomeAssistantKind: String, Hashable, Sendable, CaseIterable {
  /// Presses a button.
  case button
  /// Tells that a button performed its action.
  case event
  /// Shows and sets a key that is true or false.
  case `switch`
  /// Shows a key.
  case sensor
}

extension HomeAssistantSettings: JSONDecodable {
  package init(json: JSONElement) throws(ProtocolError) {
    self.init()
    var members = try CheckedMembers(of: json, HomeAssistantSettings.names)
    if let prefix: String = members.optional("prefix") {
      self.prefix = prefix
      members.check { () throws(ProtocolError) in
        guard TopicFilter.isTopic(prefix) else {
          throw .invalidParams("must be a topic without + and #", path: "prefix")
        }
      }
    }
    if let device: String = members.optional("device") {
      self.device = device
      name = device
      members.check { () throws(ProtocolError) in
        guard NameTemplate.isPlain(device), !device.contains("/"), device.utf8.count <= 64 else {
          throw .invalidParams("must be 1 to 64 of A–Z, a–z, 0–9, _ and -", path: "device")
        }
      }
    }
    if let name: String = members.optional("name") { self.name = name }
    templates = members.optional("templates")
    for (list, kind) in HomeAssistantSettings.lists {
      guard let json = members.members.value(list) else { continue }
      guard json.isArray else {
        members.check { () throws(ProtocolError) in
          throw ProtocolError.wrongType(json, expected: "a list of entities").under("\(list)")
        }
        continue
      }
      for (index, element) in json.elements.enumerated() {
        members.check { () throws(ProtocolError) in
          do throws(ProtocolError) {
            entities.append(try Entity(kind, element))
          } catch {
            throw error.under("\(list)[\(index)]")
          }
        }
      }
    }
    let count = entities.count
    members.check { () throws(ProtocolError) in
      guard count <= 1_000 else {
        throw .invalidParams("has \(count) entities; 1000 are the most")
      }
    }
    try members.check()
  }

  private static let lists: [(StaticString, HomeAssistantKind)] = [
    ("buttons", .button), ("events", .event), ("switches", .switch), ("sensors", .sensor),
  ]
}

extension HomeAssistantSettings.Entity {
  /// An entity: the id or key alone, or with more about it.
  init(_ kind: HomeAssistantKind, _ json: JSONElement) throws(ProtocolError) {
    let isKey = kind == .switch || kind == .sensor
    let member: StaticString = isKey ? "key" : "id"
    if let text = json.string {
      try Self.check(text, isKey: isKey, path: nil)
      self.init(kind: kind, subject: text, name: text, unit: nil, deviceClass: nil, icon: nil)
      return
    }
    var members = try CheckedMembers(of: json, ["\(member)", "name", "unit", "class", "icon"])
    let subject: String = members.optional(member) ?? ""
    members.check { () throws(ProtocolError) in
      try Self.check(subject, isKey: isKey, path: "\(member)")
    }
    let name: String? = members.optional("name")
    let unit: String? = members.optional("unit")
    let deviceClass: String? = members.optional("class")
    let icon: String? = members.optional("icon")
    if kind != .sensor, unit != nil {
      members.check { () throws(ProtocolError) in
        throw .invalidParams("only a sensor has a unit", path: "unit")
      }
    }
    try members.check()
    self.init(
      kind: kind, subject: subject, name: name ?? subject, unit: unit, deviceClass: deviceClass,
      icon: icon)
  }

  private static func check(_ text: String, isKey: Bool, path: String?) throws(ProtocolError) {
    if isKey {
      guard StateKey.isValid(UTF8String(text)) else { throw .invalidKey(text, path: path) }
    } else {
      guard Array(text.utf8).withUnsafeBytes({ ButtonDefinition.isValidID($0) }) else {
        throw .invalidParams("'\(Excerpt(text))' is not an id of a button", path: path)
      }
    }
  }
}
