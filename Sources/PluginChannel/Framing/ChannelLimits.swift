/// The bounds that both ends of the worker channel hold each other to.
package enum ChannelLimits {
  /// The most bytes after a frame's header.
  package static let payloadBytes = 1 << 20
  /// The most buttons in one batch.
  package static let items = 512
  /// The most trait sets a batch names; an item's mask has one bit for each.
  package static let traitSets = 16
  /// The most properties, `x-` ones included, that a plugin may set for one button.
  package static let propertiesPerButton = 64
  /// The most bytes of text that a plugin may set for one button.
  package static let bytesPerButton = 16 << 10
  /// The most bytes in one text that a plugin sets.
  package static let bytesPerString = 4 << 10
  /// The most names that a plugin may intern.
  package static let keys = 4_096
  /// The most bytes in an interned name.
  package static let bytesPerName = 255
  /// The most bytes in the message of a failed item or a log line.
  package static let bytesPerMessage = 1 << 10
  /// The bytes a plugin may log in one second.
  package static let logBytesPerSecond = 8 << 10
  /// The most buttons whose updates a worker asks for between two batches; beyond, it asks for all of them.
  package static let updatesPerBatch = 64
  /// The bytes that a line of the log counts for at least: the log adds a time, a level and a name.
  package static let logBytesPerLine = 64

  /// What a line of some bytes costs of ``logBytesPerSecond``.
  package static func logCost(_ bytes: Int) -> Int { max(bytes + 1, logBytesPerLine) }
}
