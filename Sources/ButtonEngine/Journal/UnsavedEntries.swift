/// What is not in the journal yet, each entry once however often it changes; of values of keys the store knows that
/// itself.
final class UnsavedEntries {
  /// The record of a scope or a request, which nothing else in the engine has.
  struct Record {
    /// Nil removes the record.
    let content: [UInt8]?
    /// The place of a request in the order of all.
    var ordinal: UInt64 = 0
  }

  /// Whether there is a journal that gets them.
  var areKept = false
  private var names: Set<EntryName> = []
  private var records: [EntryName: Record] = [:]

  /// The number of entries.
  var count: Int { names.count }

  /// Whether an entry is on its way to the journal.
  func contains(_ name: EntryName) -> Bool { names.contains(name) }

  /// Has the next group get an entry.
  func insert(_ name: EntryName) { if areKept { names.insert(name) } }

  /// Has the next group get an entry, or not.
  func set(_ name: EntryName, isMember: Bool) {
    if isMember { insert(name) } else { names.remove(name) }
  }

  /// Has the next group get a record.
  func insert(_ name: EntryName, _ record: Record) {
    guard areKept else { return }
    names.insert(name)
    records[name] = record
  }

  /// A record was not written after all; a newer one counts.
  func putBack(_ name: EntryName, _ record: Record) {
    if records[name] == nil { insert(name, record) }
  }

  /// Hands out all entries, with the records.
  func take(_ body: (EntryName, Record?) -> Void) {
    for name in names { body(name, records.isEmpty ? nil : records[name]) }
    names.removeAll(keepingCapacity: names.count <= 4_096)
    if !records.isEmpty { records = [:] }
  }
}
