package import ButtonModel

/// What a backup holds, for programs that make something else of it than a daemon's state.
package enum BackupContent {
  /// Passes on the keys, then the buttons, then the scopes of a fleet; nothing of a damaged file.
  package static func read(
    _ path: String, _ body: (JournalGroup.Entry) -> Void
  ) throws(StateDatabaseError) {
    let database = try Database.open(path, to: .examine)
    try StateDatabaseCheck.configure(database)
    let found = try StateDatabaseCheck.examine(database, .current, nil, isBackup: true)
    _ = try BackupTables.read(database)
    guard found.version == DatabaseSchema.current.version else {
      throw StateDatabaseError(
        .failed, path, "is of another version",
        advice: "restore it with buttond --restore, start that daemon, and back it up again")
    }
    let tables: [any EntryColumns.Type] = [KeyColumns.self, ButtonColumns.self, ScopeColumns.self]
    for table in tables {
      let rows = try table.rows(database)
      while try database.step(rows, "read") {
        guard table.read(rows, body) != nil else { throw StateDatabaseCheck.damagedRow(path) }
      }
    }
  }
}
