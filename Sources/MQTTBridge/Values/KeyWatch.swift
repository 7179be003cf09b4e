package import ButtonModel

/// Which keys do not hold although the broker is there, and why, in a word. Times are nanoseconds.
package struct KeyWatch {
  private struct Entry {
    var heardAt: UInt64
    var silentAfter: UInt64?
    /// The topic that tells whether the device is there.
    var topic: String?
    /// The word that the device sent instead of a value.
    var word: String?
    var isSilent = false
  }

  private var entries: [UTF8String: Entry] = [:]
  /// The keys of devices, by the topics that tell whether they are there.
  private var keys: [String: Set<UTF8String>] = [:]
  private var offline: Set<String> = []

  package init() {}

  /// Why a key does not hold; nil if it does.
  package func loss(of key: UTF8String) -> String? {
    guard let entry = entries[key] else { return nil }
    if let topic = entry.topic, offline.contains(topic) { return "offline" }
    return entry.word ?? (entry.isSilent ? "silent" : nil)
  }

  /// A message of a key came, perhaps a word instead of a value.
  package mutating func heard(
    _ key: UTF8String, _ word: String?, _ liveness: KeyLiveness, availability topic: String?,
    now: UInt64
  ) {
    guard word != nil || topic != nil || liveness.silentAfter != nil else { return forget(key) }
    if let old = entries[key]?.topic, old != topic { keys[old]?.remove(key) }
    if let topic { keys[topic, default: []].insert(key) }
    entries[key] = Entry(heardAt: now, silentAfter: liveness.silentAfter, topic: topic, word: word)
  }

  /// The key has no value any more.
  package mutating func forget(_ key: UTF8String) {
    guard let entry = entries.removeValue(forKey: key), let topic = entry.topic else { return }
    keys[topic]?.remove(key)
  }

  /// A topic tells whether devices are there. Returns the keys about which something is new.
  package mutating func tell(_ topic: String, isOnline: Bool) -> [UTF8String] {
    let isNew = isOnline ? offline.remove(topic) != nil : offline.insert(topic).inserted
    return isNew ? Array(keys[topic] ?? []) : []
  }

  /// Returns the keys that have become silent. Looks at all of them.
  package mutating func fallSilent(now: UInt64) -> [UTF8String] {
    var silent: [UTF8String] = []
    for (key, entry) in entries where !entry.isSilent {
      guard let silentAfter = entry.silentAfter, now - entry.heardAt >= silentAfter else {
        continue
      }
      entries[key]?.isSilent = true
      silent.append(key)
    }
    return silent
  }
}
