extension MQTTSettings {
  /// The most that Home Assistant takes of a state.
  private static let maximumStateCharacters = 255

  /// Adds the rules that Home Assistant's entities need: topics under the prefix for each.
  package var withEntities: MQTTSettings {
    guard let homeAssistant else { return self }
    var settings = self
    // Where Home Assistant announces its start does not follow the prefix of its discovery.
    for prefix in Set([homeAssistant.prefix, HomeAssistantSettings().prefix]).sorted() {
      guard let filter = TopicFilter("\(prefix)/status") else { continue }
      settings.rules.append(TopicRule(filter, .announce, retained: .ignore))
    }
    if let filter = TopicFilter(homeAssistant.discoveryTopic) {
      settings.rules.append(TopicRule(filter, .discovery, qos: 1, retained: .only))
    }
    var shown: Set<String> = []
    for entity in homeAssistant.entities {
      switch entity.kind {
      case .button: settings.take("press", of: entity.id, CommandWords())
      case .select:
        let commands = entity.options.map { ($0, ButtonCommand.choose($0)) }
        settings.take(
          "choose", of: entity.id, CommandWords(Dictionary(commands) { first, _ in first }))
      case .event:
        settings.actions.append(
          ActionRule(
            buttons: [entity.id], topic: "\(prefix)/buttons/\(entity.id)/event", qos: 1))
      case .light, .switch: settings.take(.bool, for: entity.id)
      case .number: settings.take(.number, for: entity.id, in: entity.range)
      case .binarySensor, .sensor: break
      }
      if let key = entity.text("key"), shown.insert(key).inserted {
        settings.show(key, absent: "None")
      }
      guard let brightness = entity.text("brightness") else { continue }
      settings.take(.number, for: brightness, in: 0...100)
      // Home Assistant takes numbers alone, and ignores an empty message.
      if shown.insert(brightness).inserted { settings.show(brightness, absent: "") }
    }
    return settings
  }

  /// Home Assistant acts on a button. A retained message would be repeated with each connection.
  private mutating func take(_ verb: String, of id: String, _ commands: CommandWords) {
    guard let filter = TopicFilter("\(prefix)/buttons/\(id)/\(verb)"),
      let template = NameTemplate(id)
    else { return }
    rules.append(
      TopicRule(
        filter, .trigger(template, allowed: [id]), qos: 1, retained: .ignore, commands: commands))
  }

  /// Home Assistant sets a key.
  private mutating func take(
    _ format: PayloadFormat, for key: String, in range: ClosedRange<Double>? = nil
  ) {
    guard let filter = TopicFilter("\(prefix)/keys/\(key)/set"), let template = NameTemplate(key)
    else { return }
    rules.append(
      TopicRule(
        filter, .set(template, format, nil, isFed: false), qos: 1, retained: .ignore, range: range))
  }

  /// Home Assistant gets a key.
  private mutating func show(_ key: String, absent: String) {
    keys.append(
      KeyRule(
        key: key, topic: "\(prefix)/keys/\(key)/state", style: .onOff, qos: 1, isRetained: true,
        absent: absent, maximumCharacters: Self.maximumStateCharacters))
  }
}

extension HomeAssistantSettings {
  var discoveryTopic: String { "\(prefix)/device/\(device)/config" }
}
