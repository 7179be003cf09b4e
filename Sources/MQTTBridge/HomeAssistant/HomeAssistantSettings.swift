import ButtonModel
package import ButtonProtocol
import DaemonConfiguration
package import JSONRPC

/// What is announced to Home Assistant.
package struct HomeAssistantSettings: Hashable, Sendable {
  /// One entity of the device.
  package struct Entity: Hashable, Sendable {
    package let kind: HomeAssistantKind
    /// The values for words of the templates.
    let words: [String: StateValue]
    /// Menu entries that may be chosen.
    let options: [String]

    /// The button's id, or the key.
    var id: String { text("id") ?? "" }

    /// The numbers that the key may be set to; nil for all.
    var range: ClosedRange<Double>? {
      guard let least = words["min"]?.number, let most = words["max"]?.number else { return nil }
      return least...most
    }

    func text(_ word: String) -> String? {
      if case .string(let text)? = words[word] { text.string } else { nil }
    }
  }

  /// What discovery topics begin with.
  package var prefix = "homeassistant"
  package var device = "buttond"
  package var name = "buttond"
  /// A file; nil for the installed one.
  package var templates: String?
  package var entities: [Entity] = []

  static let names =
    ["prefix", "device", "name", "templates"] + HomeAssistantKind.allCases.map { "\($0.list)" }
}

extension HomeAssistantSettings: JSONDecodable {
  package init(json: JSONElement) throws(ProtocolError) {
    self.init()
    var members = try CheckedMembers(of: json, HomeAssistantSettings.names)
    if let prefix: String = members.optional("prefix") {
      self.prefix = prefix
      members.check { () throws(ProtocolError) in
        guard TopicFilter.isTopic(prefix), !prefix.hasSuffix("/") else {
          throw .invalidParams(
            "must be a topic without + and #, such as homeassistant", path: "prefix")
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
    for kind in HomeAssistantKind.allCases {
      guard let json = members.members.value(kind.list) else { continue }
      guard json.isArray else {
        members.check { () throws(ProtocolError) in
          throw ProtocolError.wrongType(json, expected: "a list of entities").under("\(kind.list)")
        }
        continue
      }
      var ids: Set<String> = []
      for (index, element) in json.elements.enumerated() {
        members.check { () throws(ProtocolError) in
          do throws(ProtocolError) {
            let entity = try Entity(kind, element)
            guard ids.insert(entity.id).inserted else {
              throw .invalidParams("'\(Excerpt(entity.id))' is there twice; take one out")
            }
            entities.append(entity)
          } catch {
            throw error.under("\(kind.list)[\(index)]")
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
}

extension HomeAssistantSettings.Entity {
  /// Reads what the entity is about, or an object with more about it.
  init(_ kind: HomeAssistantKind, _ json: JSONElement) throws(ProtocolError) {
    let (subject, others) = (kind.members[0], kind.members.dropFirst())
    var words: [String: StateValue] = [:]
    var options: [String] = []
    if json.isString, !others.contains(where: \.isRequired) {
      words["\(subject.name)"] = try subject.form.value(json)
    } else {
      var members = try CheckedMembers(of: json, kind.members.map { "\($0.name)" })
      for member in kind.members {
        words["\(member.name)"] = members.read { members throws(ProtocolError) -> StateValue? in
          guard let json = members.value(member.name) else {
            if !member.isRequired { return nil }
            throw .invalidParams("\(member.name) is missing", path: "\(member.name)")
          }
          if member.form == .options { options = json.elements.compactMap(\.string) }
          do throws(ProtocolError) {
            return try member.form.value(json)
          } catch {
            throw error.under("\(member.name)")
          }
        }
      }
      let (least, most) = (words["min"]?.number, words["max"]?.number)
      let step = words["step"]?.number
      members.check { () throws(ProtocolError) in
        if let least, let most, least >= most {
          throw .invalidParams("must be more than min", path: "max")
        }
        // Home Assistant takes no less.
        if let step, step < 0.001 {
          throw .invalidParams("must be at least 0.001", path: "step")
        }
      }
      try members.check()
    }
    // A key is the id of its entity.
    words["id"] = words["id"] ?? words["key"]
    words["name"] = words["name"] ?? words["id"]
    self.init(kind: kind, words: words, options: options)
  }
}
