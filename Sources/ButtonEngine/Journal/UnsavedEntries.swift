/// What is not in the journal yet, each entry once however often it changes; of values of keys the store knows that
/// itself.
final class UnsavedEntries {
  /// The record of a scope or a request, which nothing else in the engine has, or an image.
  struct Record {
    /// Nil removes the record.
    let content: [UInt8]?
    /// The place of a request in the order of all.
    var ordinal: UInt64 = 0
  }

  /// Whether there is a journal that gets them.
  var areKept = false
  /// Each entry, and whether the journal may have it already.
  private var names: [EntryName: Bool] = [:]
  private var records: [EntryName: Record] = [:]

  /// The number of entries.
  var count: Int { names.count }

  /// Has the next group get an entry that the journal may have.
  func insert(_ name: EntryName) { if areKept { names[name] = true } }

  /// Has the next group get a definition that takes the place of another, or have it removed. Nil stands for no
  /// definition. Those of files are not journaled: each start reads them again.
  func insert(_ name: EntryName, replacing wasFromFile: Bool?, isFromFile: Bool?) {
    guard areKept else { return }
    let mayBeKept = names[name] ?? (wasFromFile == false)
    // What the journal never had need not be removed, however often it came and went.
    names[name] = isFromFile == false || mayBeKept ? mayBeKept : nil
  }

  /// Has the next group get a record.
  func insert(_ name: EntryName, _ record: Record) {
    guard areKept else { return }
    names[name] = true
    records[name] = record
  }

  /// A record was not written after all; a newer one counts.
  func putBack(_ name: EntryName, _ record: Record) {
    if records[name] == nil { insert(name, record) }
  }

  /// Hands out all entries, with the records.
  func take(_ body: (EntryName, Record?) -> Void) {
    for name in names.keys { body(name, records.isEmpty ? nil : records[name]) }
    names.removeAll(keepingCapacity: names.count <= 4_096)
    if !records.isEmpty { records = [:] }
  }
}
