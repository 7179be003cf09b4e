import ButtonEngine
import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

extension Wire {
  /// A scalar value of state as it comes over the wire.
  fileprivate init(_ value: StateValue) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value.string)
    case .null, .json: self = .null
    }
  }
}

extension RandomLife {
  /// Nobody is shown what a plugin made for other traits.
  mutating func checkTraits() {
    for (client, entries) in watching {
      for entry in entries {
        let shown = rig.client(client).subscriptions[entry.name]
        for look in (shown?.looks ?? [:]).values { check(look, entry.traits) }
      }
    }
    gets = gets.filter { get in
      guard case .success(let result)? = rig.client(get.client).answers[get.serial] else {
        return true
      }
      for record in result["buttons"]?.elements ?? [] {
        if let look = record["appearance"] { check(look, get.traits) }
      }
      return false
    }
  }

  private func check(_ look: Wire, _ traits: Traits) {
    let other = traits.userInterfaceStyle == .dark ? " light" : " dark"
    let title = look["title"]?.string ?? ""
    #expect(!title.contains(other), "seed \(seed): \(title) is shown to others")
  }

  /// Everybody is shown the same as the model.
  func compare() throws {
    #expect(rig.violations.isEmpty, "seed \(seed): \(rig.violations)")
    #expect(rig.engine.unsettledCount == 0, "seed \(seed)")
    #expect(pending.isEmpty, "seed \(seed): subscriptions without an answer")
    for sync in syncs {
      #expect(rig.client(sync.client).answers[sync.serial] != nil, "seed \(seed): sync")
    }
    for (number, specs) in watchingState {
      for spec in specs {
        let expected = model.values.filter { key, _ in
          spec.keys?.contains(UTF8String(key)) ?? false
            || spec.under.map { key.hasPrefix("\($0.string).") } ?? (spec.keys == nil)
        }
        let shown = rig.client(number).subscriptions[spec.name]?.values ?? [:]
        #expect(Set(shown.keys) == Set(expected.keys), "seed \(seed): the keys of \(number)")
        for (key, value) in expected {
          #expect(shown[key] == Wire(value), "seed \(seed): key \(key) of \(number)")
        }
        #expect(
          rig.client(number).subscriptions[spec.name]?.lost ?? []
            == Set(expected.keys.filter { model.leases.isLost($0) }),
          "seed \(seed): the lost keys of \(number)")
      }
    }
    for (number, entries) in watching {
      let client = rig.client(number)
      #expect(client.complaints.isEmpty, "seed \(seed): \(client.complaints)")
      for entry in entries {
        let matcher = Matcher(entry.match)
        let expected = try model.looks(
          { definition in
            UTF8String(definition.id).bytes.withUnsafeBytes {
              matcher.matches(id: $0, group: definition.group.map { UTF8String($0) })
            }
          }, entry.traits)
        let shown = client.subscriptions[entry.name]
        #expect(shown?.isPartial == false, "seed \(seed): the last part is missing")
        let waiting = expected.keys.filter { id in
          model.definitions[id].map { model.isWaiting($0) } == true
        }
        var lost: [String: [String]] = [:]
        for definition in model.definitions.values where expected[definition.id] != nil {
          let keys = model.lostKeys(of: definition)
          if !keys.isEmpty { lost[definition.id] = keys }
        }
        #expect(
          Set(shown?.statuses.keys ?? [:].keys) == Set(waiting).union(lost.keys),
          "seed \(seed): \(shown?.statuses ?? [:])")
        for (id, status) in shown?.statuses ?? [:] {
          #expect(
            status["reason"]?.string == (waiting.contains(id) ? "pluginMissing" : "sourceLost"),
            "seed \(seed)")
          #expect(
            status["keys"]?.elements.compactMap(\.string) ?? [] == lost[id] ?? [], "seed \(seed)")
        }
        #expect(
          Set(shown?.looks.keys ?? [:].keys) == Set(expected.keys), "seed \(seed): the buttons")
        for (id, look) in expected {
          #expect(shown?.looks[id] == look, "seed \(seed): button \(id) of client \(number)")
        }
      }
    }
  }
}
