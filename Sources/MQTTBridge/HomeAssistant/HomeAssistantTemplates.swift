import ButtonProtocol
package import DaemonConfiguration
import JSONRPC

/// The texts of Home Assistant's discovery, in which `$name` and others stand for what differs.
///
/// A member that is nothing but a word without a value is left out.
package final class HomeAssistantTemplates {
  private let file: SourceFile

  private static let parts =
    ["device", "origin", "availability"] + HomeAssistantKind.allCases.map(\.rawValue)

  /// Reads a file of templates.
  package init(reading path: String) throws(ConfigurationError) {
    file = try SourceFile(reading: path)
    let missing = HomeAssistantTemplates.parts.filter { name in
      !file.root.members.contains { $0.key.string == name && !$0.value.isNull }
    }
    guard file.root.isObject, missing.isEmpty else {
      throw ConfigurationError([
        ConfigurationRemark(path, "has no template \(missing.joined(separator: ", "))")
      ])
    }
  }

  /// The topic and the payload that tell Home Assistant of a device and all of its entities.
  package func discovery(
    of settings: HomeAssistantSettings, prefix: String, version: String
  ) -> BrokerOutbox.Message {
    let general = [
      "device": settings.device, "deviceName": settings.name, "prefix": prefix, "version": version,
    ]
    var writer = JSONWriter()
    writer.beginObject()
    for part in ["device", "origin", "availability"] {
      writer.key(part)
      write(template(part), general, &writer)
    }
    writer.key("components")
    writer.beginObject()
    for entity in settings.entities {
      var words = general
      words["id"] = entity.subject
      words["name"] = entity.name
      words["unit"] = entity.unit
      words["class"] = entity.deviceClass
      words["icon"] = entity.icon
      writer.key("\(entity.kind.rawValue)_\(entity.subject)")
      write(template(entity.kind.rawValue), words, &writer)
    }
    writer.endObject()
    writer.endObject()
    return BrokerOutbox.Message(
      settings.discoveryTopic, [UInt8](writer.bytes), qos: 1, isRetained: true)
  }

  private func template(_ name: String) -> JSONElement {
    file.root.members.first { $0.key.string == name }?.value ?? file.root
  }

  private func write(
    _ template: JSONElement, _ words: [String: String], _ writer: inout JSONWriter
  ) {
    if let text = template.string {
      writer.string(HomeAssistantTemplates.filled(text, words) ?? "")
    } else if template.isArray {
      writer.beginArray()
      for element in template.elements { write(element, words, &writer) }
      writer.endArray()
    } else if template.isObject {
      writer.beginObject()
      for (name, member) in template.members {
        if let text = member.string, HomeAssistantTemplates.filled(text, words) == nil { continue }
        writer.key(name.string)
        write(member, words, &writer)
      }
      writer.endObject()
    } else {
      writer.copy(template)
    }
  }

  /// A text with its words replaced; nil if it is one word that has no value.
  private static func filled(_ text: String, _ words: [String: String]) -> String? {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      let name = rest[rest.index(after: dollar)...].prefix { $0.isLetter && $0.isASCII }
      let end = rest.index(dollar, offsetBy: name.count + 1)
      if let value = words[String(name)] {
        result += value
      } else if text.dropFirst() == name {
        return nil
      } else {
        result += rest[dollar..<end]
      }
      rest = rest[end...]
    }
    return result + rest
  }
}

@available(*, unavailable)
extension HomeAssistantTemplates: Sendable {}
