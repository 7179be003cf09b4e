import JSONRPC

/// What Home Assistant knows of the device from an earlier file of rules, as the broker kept it.
package enum FormerDiscovery {
  /// The message of a device, with what has Home Assistant forget the entities of the former device
  /// that it lacks, and the topics of those entities' keys under `prefix`; nil if it lacks none.
  ///
  /// Forgotten entities stay in the message: Home Assistant may be away for now.
  package static func forgetting(
    _ former: UnsafeRawBufferPointer, in message: BrokerOutbox.Message, prefix: String
  ) -> (message: BrokerOutbox.Message, topics: Set<String>)? {
    let (oldParser, newParser) = (JSONParser(), JSONParser())
    let new: JSONElement? = message.payload.withUnsafeBytes { try? newParser.parse(copying: $0) }
    guard let old = try? oldParser.parse(copying: former), old.isObject, let new,
      let formerly = old.member("components"), formerly.isObject,
      let now = new.member("components")
    else { return nil }
    let names = Set(now.members.map(\.key.string))
    var gone: [(name: String, platform: String)] = []
    var topics: Set<String> = []
    for (name, entity) in formerly.members where !names.contains(name.string) {
      guard gone.count < maximumEntities, let platform = entity.member("platform")?.string else {
        continue
      }
      gone.append((name.string, platform))
      for topic in entity.members.compactMap(\.value.string) where topics.count < maximumEntities {
        guard topic.hasPrefix("\(prefix)/keys/"), topic.hasSuffix("/state"),
          TopicFilter.isTopic(topic)
        else { continue }
        topics.insert(topic)
      }
    }
    if gone.isEmpty { return nil }
    var writer = JSONWriter()
    writer.beginObject()
    for (name, member) in new.members {
      writer.key(name.string)
      guard name.string == "components" else {
        writer.copy(member)
        continue
      }
      writer.beginObject()
      for (name, entity) in member.members {
        writer.key(name.string)
        writer.copy(entity)
      }
      for entity in gone {
        writer.key(entity.name)
        writer.beginObject()
        writer.key("platform")
        writer.string(entity.platform)
        writer.endObject()
      }
      writer.endObject()
    }
    writer.endObject()
    return (
      BrokerOutbox.Message(
        message.topic, [UInt8](writer.bytes), qos: message.qos, isRetained: message.isRetained),
      topics
    )
  }

  /// The limit for forgotten entities, and for their topics.
  private static let maximumEntities = 1_000
}
