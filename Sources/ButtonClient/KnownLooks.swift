import ButtonModel
import ButtonProtocol

/// The looks that a subscription in delta form has brought so far; its patches apply to them.
struct KnownLooks {
  private var appearances: [String: AppearanceMembers]

  /// Looks held since an earlier subscription.
  init(_ looks: ButtonLooks) {
    appearances = looks.buttons.mapValues { AppearanceMembers($0.appearance) }
  }

  /// The part with whole appearances in place of patches; they are held from now on.
  mutating func complete(
    _ part: ButtonsUpdatedNotification
  ) throws(ClientError) -> ButtonsUpdatedNotification {
    if part.snapshot { appearances = [:] }
    var whole = part
    for index in part.buttons.indices {
      whole.buttons[index].appearance = try appearance(in: part.buttons[index])
      whole.buttons[index].patch = nil
      appearances[part.buttons[index].id] = whole.buttons[index].appearance
    }
    for id in part.removed { appearances[id] = nil }
    return whole
  }

  private func appearance(in record: LookRecord) throws(ClientError) -> AppearanceMembers? {
    guard let patch = record.patch else { return record.appearance }
    guard var appearance = appearances[record.id] else {
      throw ClientError(
        .unexpectedAnswer,
        "the daemon sent a patch for '\(record.id)', whose look is not held: subscribe again")
    }
    appearance.apply(patch)
    return appearance
  }
}

extension AppearanceMembers {
  /// Members from values by their names.
  fileprivate init(_ values: [String: StateValue]) {
    self.init(values.map { Member(name: UTF8String($0.key), value: $0.value) })
  }
}
