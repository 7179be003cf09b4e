/// The bounds that both ends of the worker channel enforce.
package enum ChannelLimits {
  /// The largest payload, without the frame's header.
  package static let payloadBytes = 1 << 20
  /// Per batch.
  package static let items = 512
  /// Per batch; an item's mask has one bit for each.
  package static let traitSets = 16
  /// What a plugin may set for one button, `x-` properties included.
  package static let propertiesPerButton = 64
  /// The text that a plugin may set for one button.
  package static let bytesPerButton = 16 << 10
  /// One text that a plugin sets.
  package static let bytesPerString = 4 << 10
  /// The names that a plugin may intern.
  package static let keys = 4_096
  /// One interned name.
  package static let bytesPerName = 255
  /// The message of a failed item, or a line of the log.
  package static let bytesPerMessage = 1 << 10
  /// What a plugin may log.
  package static let logBytesPerSecond = 8 << 10
  /// The buttons whose updates a worker asks for between two batches; beyond, it asks for all.
  package static let updatesPerBatch = 64
  /// What a line of the log costs at least: the log adds a time, a level and a name.
  package static let logBytesPerLine = 64

  /// What a line of this length costs of ``logBytesPerSecond``.
  package static func logCost(_ bytes: Int) -> Int { max(bytes + 1, logBytesPerLine) }
}
