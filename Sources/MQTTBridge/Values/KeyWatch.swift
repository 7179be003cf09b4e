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
    /// The size of the entry's names.
    let size: Int
  }

  /// The limit for the names of keys and of their devices' topics, and again for offline devices.
  package static let maximumBytes = 16 << 20

  private var entries: [UTF8String: Entry] = [:]
  /// The keys of devices, by the topics that tell whether these are there.
  private var keys: [String: Set<UTF8String>] = [:]
  private var offline: Set<String> = []
  private var entryRoom: NameRoom
  private var offlineRoom: NameRoom

  /// Watches at most that many keys, and as many offline devices.
  package init(maximumKeys: Int) {
    entryRoom = NameRoom(count: maximumKeys, bytes: KeyWatch.maximumBytes)
    offlineRoom = entryRoom
  }

  /// Nil if the key holds.
  package func loss(of key: UTF8String) -> String? {
    guard let entry = entries[key] else { return nil }
    if let topic = entry.topic, offline.contains(topic) { return "offline" }
    return entry.word ?? (entry.isSilent ? "silent" : nil)
  }

  /// A message of a key came, perhaps a word instead of a value.
  package mutating func heard(
    _ key: UTF8String, _ word: String?, _ liveness: KeyLiveness, availability topic: String?,
    now: UInt64
  ) throws(RuleFault) {
    guard word != nil || topic != nil || liveness.silentAfter != nil else { return forget(key) }
    let size = key.bytes.count + (topic?.utf8.count ?? 0) + (word?.utf8.count ?? 0)
    guard entryRoom.take(size, inPlaceOf: entries[key]?.size) else {
      throw .noRoom("another key that may be lost", beside: entryRoom)
    }
    unlink(key)
    if let topic { keys[topic, default: []].insert(key) }
    entries[key] = Entry(
      heardAt: now, silentAfter: liveness.silentAfter, topic: topic, word: word, size: size)
  }

  package mutating func forget(_ key: UTF8String) {
    unlink(key)
    if let entry = entries.removeValue(forKey: key) { entryRoom.leave(entry.size) }
  }

  /// Returns the keys about which something is new.
  package mutating func tell(_ topic: String, isOnline: Bool) throws(RuleFault) -> [UTF8String] {
    guard isOnline == offline.contains(topic) else { return [] }
    if isOnline {
      offline.remove(topic)
      offlineRoom.leave(topic.utf8.count)
    } else {
      guard offlineRoom.take(topic.utf8.count) else {
        throw .noRoom("another device that is offline", beside: offlineRoom)
      }
      offline.insert(topic)
    }
    return Array(keys[topic] ?? [])
  }

  /// Returns the keys that have become silent. Looks at all keys.
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

  /// The key is no longer one of its device's.
  private mutating func unlink(_ key: UTF8String) {
    guard let topic = entries[key]?.topic else { return }
    keys[topic]?.remove(key)
    if keys[topic]?.isEmpty == true { keys[topic] = nil }
  }
}

extension RuleFault {
  fileprivate static func noRoom(_ what: String, beside room: NameRoom) -> RuleFault {
    RuleFault(
      .full,
      "there is no room for \(what) beside \(room.count) with \(room.bytes) bytes; raise maxKeys or "
        + "narrow the topics")
  }
}
