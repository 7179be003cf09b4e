extension PropertyRegistry {
  static let transactionRows: [PropertyRow] = [
    PropertyRow(
      .transactionOnPress, "transaction.onPress", .transaction, setters: .plugin, since: 2,
      "How the change to pressed is shown; nothing: as transaction.always says."),
    PropertyRow(
      .transactionOnRelease, "transaction.onRelease", .transaction, setters: .plugin, since: 2,
      "How the change from pressed is shown; nothing: as transaction.always says."),
    PropertyRow(
      .transactionAlways, "transaction.always", .transaction, setters: .plugin, since: 2,
      "How every other change is shown; nothing: at once."),
    PropertyRow(
      .transactionAnimatesContent, "transaction.animatesContent", .bool, default: .bool(true),
      setters: .plugin, since: 2,
      """
      Whether more than opacity and scale animates; where contentAnimation says none, nothing else \
      does.
      """),
  ]
}
