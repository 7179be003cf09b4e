import ButtonModel
import ButtonProtocol
package import DaemonConfiguration
import JSONRPC

/// The texts of Home Assistant's discovery, in which words such as `$name` stand for what differs.
/// A member is left out if a word in it has no value.
package final class HomeAssistantTemplates {
  private let file: SourceFile
  private let settings: HomeAssistantSettings

  private static let parts = ["device", "origin", "availability"]

  /// Throws unless the file has the templates of all entities.
  package init(
    reading path: String, for settings: HomeAssistantSettings
  ) throws(ConfigurationError) {
    file = try SourceFile(reading: path)
    self.settings = settings
    let kinds = Set(settings.entities.map(\.kind.rawValue)).sorted()
    let missing = (HomeAssistantTemplates.parts + kinds).filter { name in
      !file.root.members.contains { $0.key.string == name && !$0.value.isNull }
    }
    guard file.root.isObject, missing.isEmpty else {
      throw ConfigurationError([
        ConfigurationRemark(path, "has no template \(missing.joined(separator: ", "))")
      ])
    }
  }

  /// Announces a device and all of its entities to Home Assistant.
  package func discovery(prefix: String, version: String) -> BrokerOutbox.Message {
    let general = [
      "device": settings.device, "deviceName": settings.name, "prefix": prefix, "version": version,
    ].mapValues { StateValue.string(UTF8String($0)) }
    var writer = JSONWriter()
    writer.beginObject()
    for part in HomeAssistantTemplates.parts {
      writer.key(part)
      write(template(part), general, &writer)
    }
    writer.key("components")
    writer.beginObject()
    for entity in settings.entities {
      writer.key("\(entity.kind.rawValue)_\(entity.id)")
      write(template(entity.kind.rawValue), general.merging(entity.words) { $1 }, &writer)
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
    _ template: JSONElement, _ words: [String: StateValue], _ writer: inout JSONWriter
  ) {
    if let text = template.string.map({ WordText($0) }) {
      if let value = text.onlyWord.flatMap({ words[$0] }) {
        value.write(into: &writer)
      } else {
        writer.string(text.filled(words) ?? [])
      }
    } else if template.isArray {
      writer.beginArray()
      for element in template.elements where Self.isComplete(element, words) {
        write(element, words, &writer)
      }
      writer.endArray()
    } else if template.isObject {
      writer.beginObject()
      for (name, member) in template.members where Self.isComplete(member, words) {
        writer.key(name.string)
        write(member, words, &writer)
      }
      writer.endObject()
    } else {
      writer.copy(template)
    }
  }

  /// Whether each word of a text has a value.
  private static func isComplete(_ template: JSONElement, _ words: [String: StateValue]) -> Bool {
    guard let text = template.string else { return true }
    return WordText(text).words.allSatisfy { words[$0] != nil }
  }
}

@available(*, unavailable)
extension HomeAssistantTemplates: Sendable {}
