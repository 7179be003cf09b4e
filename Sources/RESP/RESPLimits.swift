/// What a server may send at most, so that a hostile one does not fill the memory.
package struct RESPLimits: Sendable {
  /// The bytes of a text, an error or a number.
  package var lineBytes = 16_384
  /// The bytes of one bulk.
  package var bulkBytes = 1 << 20
  /// The bytes of a whole reply, 32 for each of its values included.
  package var replyBytes = 16 << 20
  /// How deep arrays may nest.
  package var depth = 8

  package init() {}
}
