/// What the journal lacks, each entry once however often it changes. The store tracks values.
final class UnsavedEntries {
  /// The record of a scope or a request, which nothing else in the engine has, or an image.
  struct Record {
    /// Nil removes the record.
    let content: [UInt8]?
    /// A request's place in the order of all.
    var ordinal: UInt64 = 0
  }

  /// Whether there is a journal that gets them.
  var areKept = false
  /// Whether the journal may have each entry already.
  private var names: [EntryName: Bool] = [:]
  private var records: [EntryName: Record] = [:]

  var count: Int { names.count }

  /// Has the next group get an entry that the journal may have.
  func insert(_ name: EntryName) { if areKept { names[name] = true } }

  /// Notes a definition that replaces another; nil stands for no definition. Those of files are not
  /// journaled: each start reads them again.
  func insert(_ name: EntryName, replacing wasFromFile: Bool?, isFromFile: Bool?) {
    guard areKept else { return }
    let mayBeKept = names[name] ?? (wasFromFile == false)
    // What the journal never had need not be removed, however often it came and went.
    names[name] = isFromFile == false || mayBeKept ? mayBeKept : nil
  }

  func insert(_ name: EntryName, _ record: Record) {
    guard areKept else { return }
    names[name] = true
    records[name] = record
  }

  /// It was not written after all; a newer one takes precedence.
  func putBack(_ name: EntryName, _ record: Record) {
    if records[name] == nil { insert(name, record) }
  }

  func take(_ body: (EntryName, Record?) -> Void) {
    for name in names.keys { body(name, records.isEmpty ? nil : records[name]) }
    names.removeAll(keepingCapacity: names.count <= 4_096)
    if !records.isEmpty { records = [:] }
  }
}
