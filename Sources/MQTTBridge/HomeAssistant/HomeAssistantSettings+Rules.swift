extension MQTTSettings {
  /// The most characters that Home Assistant takes of a state.
  private static let maximumStateCharacters = 255

  /// With the rules that Home Assistant's entities need: topics under the prefix for each of them.
  package var withEntities: MQTTSettings {
    guard let homeAssistant else { return self }
    var settings = self
    if let filter = TopicFilter("\(homeAssistant.prefix)/status") {
      settings.rules.append(TopicRule(filter, .announce, retained: .ignore))
    }
    if let filter = TopicFilter(homeAssistant.discoveryTopic) {
      settings.rules.append(TopicRule(filter, .discovery, qos: 1, retained: .only))
    }
    var published: Set<String> = []
    for entity in homeAssistant.entities {
      switch entity.kind {
      case .button:
        guard let filter = TopicFilter("\(prefix)/buttons/\(entity.subject)/press"),
          let template = NameTemplate(entity.subject)
        else { continue }
        settings.rules.append(
          TopicRule(
            filter, .trigger(template, allowed: [entity.subject]), qos: 1, retained: .ignore))
      case .event:
        settings.actions.append(
          ActionRule(
            buttons: [entity.subject], topic: "\(prefix)/buttons/\(entity.subject)/event", qos: 1))
      case .switch, .sensor:
        if entity.kind == .switch, let filter = TopicFilter("\(prefix)/keys/\(entity.subject)/set"),
          let template = NameTemplate(entity.subject)
        {
          settings.rules.append(
            TopicRule(
              filter, .set(template, .bool, nil, isFed: false), qos: 1, retained: .ignore))
        }
        guard published.insert(entity.subject).inserted else { continue }
        settings.keys.append(
          KeyRule(
            key: entity.subject, topic: "\(prefix)/keys/\(entity.subject)/state", style: .onOff,
            qos: 1, isRetained: true, absent: "None", maximumCharacters: Self.maximumStateCharacters
          ))
      }
    }
    return settings
  }
}

extension HomeAssistantSettings {
  /// Where the discovery of the device goes.
  var discoveryTopic: String { "\(prefix)/device/\(device)/config" }
}
