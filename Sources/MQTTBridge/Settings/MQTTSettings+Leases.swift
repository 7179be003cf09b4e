package import ButtonModel

extension MQTTSettings {
  /// Keys, as their rules write them, that are fed under the lease and are at or under one of some
  /// prefixes, as far as that is known before a message comes.
  package func fedKeys(under prefixes: [UTF8String]) -> [String] {
    rules.compactMap { rule in
      guard case .set(let template, _, _, isFed: true) = rule.effect else { return nil }
      var beginning = template.text
      if template.captureCount > 0 {
        guard case .text(let text)? = template.pieces.first else { return nil }
        beginning = text
      }
      let isUnder = prefixes.contains { prefix in
        template.text == prefix.string || beginning.hasPrefix("\(prefix.string).")
      }
      return isUnder ? template.text : nil
    }
  }
}
