/// The table with the single row of the `LifeRecord`.
struct LifeTable: ~Copyable {
  private let replace: Statement

  init(_ database: borrowing Database) throws(StateDatabaseError) {
    replace = try database.prepare(
      "INSERT OR REPLACE INTO life (id, revision, reserved, isClean, number, digest, checksum)"
        + " VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)")
  }

  /// Nil if the row is missing or damaged.
  static func read(_ database: borrowing Database) throws(StateDatabaseError) -> LifeRecord? {
    let rows = try database.prepare(
      "SELECT revision, reserved, isClean, number, digest, checksum FROM life")
    guard try database.step(rows, "read") else { return nil }
    let life = LifeRecord(
      revision: rows.bits(0), reserved: rows.bits(1), isClean: rows.int(2) == 1,
      number: rows.bits(3), digest: rows.bits(4))
    return life.isSound && checksum(life) == rows.bits(5) ? life : nil
  }

  func write(_ life: LifeRecord, in database: borrowing Database) throws(StateDatabaseError) {
    try database.write(with: replace) { row in
      row.bind(1, life.revision)
      row.bind(2, life.reserved)
      row.bind(3, life.isClean ? 1 : Int64(0))
      row.bind(4, life.number)
      row.bind(5, life.digest)
      row.bind(6, LifeTable.checksum(life))
    }
  }

  private static func checksum(_ life: LifeRecord) -> UInt64 {
    var sum = firstChecksum(life)
    sum.combine(life.number)
    sum.combine(life.digest)
    return sum.value
  }

  /// Returns the checksum of layout 1, which had neither number nor digest.
  private static func firstChecksum(_ life: LifeRecord) -> RowChecksum {
    var sum = RowChecksum(table: 0)
    sum.combine(life.revision)
    sum.combine(life.reserved)
    sum.combine(life.isClean ? 1 : 0)
    return sum
  }

  /// Reads the row of layout 1; nil if it is missing or damaged.
  static func readFirst(_ database: borrowing Database) throws(StateDatabaseError) -> LifeRecord? {
    let rows = try database.prepare("SELECT revision, reserved, isClean, checksum FROM life")
    guard try database.step(rows, "read") else { return nil }
    let life = LifeRecord(
      revision: rows.bits(0), reserved: rows.bits(1), isClean: rows.int(2) == 1)
    return life.isSound && firstChecksum(life).value == rows.bits(3) ? life : nil
  }
}
