extension PropertyRegistry {
  static let transactionRows: [PropertyRow] = [
    PropertyRow(
      .transactionOnPress, "transaction.onPress", .transaction, setters: .plugin, since: 2,
      "How the change to pressed is shown; nothing: as every other change."),
    PropertyRow(
      .transactionOnRelease, "transaction.onRelease", .transaction, setters: .plugin, since: 2,
      "How the change from pressed is shown; nothing: as every other change."),
    PropertyRow(
      .transactionAlways, "transaction.always", .transaction, setters: .plugin, since: 2,
      "How every other change is shown; nothing: at once."),
    PropertyRow(
      .transactionAnimatesContent, "transaction.animatesContent", .bool, default: .bool(true),
      setters: .plugin, since: 2,
      """
      Whether everything may animate; false lets only opacity and scale animate, as does \
      contentAnimation none.
      """),
  ]
}
