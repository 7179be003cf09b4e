import ButtonModel
import CButtonPlugin
import PluginChannel

/// The interned names by key; a name's place never changes.
struct KeyTable: ~Copyable {
  /// A name and what is remembered about it between reads.
  struct Entry {
    /// The table's memory.
    let name: UnsafeRawBufferPointer
    let meaning: KeyMeaning
    /// The item during which the name was last read; keeps a read from being recorded twice.
    var readInItem: UInt64 = 0
    /// The answer that has the name, and where.
    var namedInAnswer: UInt64 = 0
    var answerKey = AnswerKey.known(0)
  }

  /// As many as the plugin may intern, and the manifest's entries.
  private let capacity: Int
  /// Indexed by key − 1; the first `count` are initialized.
  let entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0

  private let reads: [ReadPattern]
  private var keysByName: [UTF8String: btn_key] = [:]

  init(reads: [ReadPattern], entryCount: Int) {
    self.reads = reads
    capacity = ChannelLimits.keys + entryCount
    entries = .allocate(capacity: capacity)
  }

  deinit {
    for index in 0..<count { entries[index].name.deallocate() }
    entries.deinitialize(count: count)
    entries.deallocate()
  }

  /// Adds the name if it is new; 0 for an invalid name, and when the table is full.
  mutating func intern(_ name: UnsafeRawBufferPointer, _ replica: inout Replica) -> btn_key {
    guard !name.isEmpty, name.count <= ChannelLimits.bytesPerName, isValidUTF8(name) else {
      return 0
    }
    let text = UTF8String(copying: name)
    if let key = keysByName[text] { return key }
    return add(text, meaning(of: name, text, &replica))
  }

  /// Interns one of the manifest's styles or handlers.
  mutating func internEntry(_ name: String) -> btn_key {
    let text = UTF8String(name)
    return keysByName[text] ?? add(text, .entry)
  }

  private mutating func add(_ name: UTF8String, _ meaning: KeyMeaning) -> btn_key {
    guard count < capacity else { return 0 }
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: name.bytes.count, alignment: 1)
    copy.copyBytes(from: name.bytes)
    (entries + count).initialize(
      to: Entry(name: UnsafeRawBufferPointer(copy), meaning: meaning))
    count += 1
    keysByName[name] = btn_key(count)
    return btn_key(count)
  }

  private func meaning(
    of name: UnsafeRawBufferPointer, _ text: UTF8String, _ replica: inout Replica
  ) -> KeyMeaning {
    guard ReadName.isTracked(name) else { return KeyMeaning(untracked: name) }
    if ReadName.themePath(name) == nil, !reads.contains(where: { $0.covers(name) }) {
      return .denied
    }
    return .tracked(slot: replica.intern(text))
  }
}
