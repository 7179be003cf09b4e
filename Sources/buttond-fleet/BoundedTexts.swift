import ButtonModel
import FleetLink
import RedisEngine

/// What somebody wrote past the functions may be anything. The daemon refuses the scope for what is too
/// large or no text, so no more of it is sent than shows that: a line that the daemon does not take would
/// end the connection, and with it all other scopes.
extension UTF8String {
  /// The text; of one that is too long, or that no daemon has written, a beginning that breaks the rules.
  fileprivate func bounded(to most: Int) -> UTF8String {
    let isWritten = isWrittenByDaemons
    if isWritten, bytes.count <= most { return self }
    let beginning = bytes.prefix(isWritten ? most : 1_024)
    return UTF8String(String(decoding: beginning, as: UTF8.self) + "...")
  }

  /// Whether it is UTF-8 and has no control characters but ends of lines. Of other text quoting would make
  /// six times as much.
  fileprivate var isWrittenByDaemons: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      (try? UTF8Span(validating: bytes.span)) != nil
        && bytes.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") }
    }
  }
}

extension LogEntry {
  var bounded: LogEntry {
    LogEntry(
      revision: revision, request: request, chain: chain,
      changes: changes.bounded(to: ScopeSettings.maximumEntryBytes))
  }
}

extension ActionEntry {
  /// The text; nothing of one that the functions or a daemon do not take.
  var bounded: UTF8String {
    text.bytes.count <= FleetEffect.maximumTextBytes && text.isWrittenByDaemons ? text : ""
  }
}

extension SnapshotField {
  private static let mostBytes = 128 << 10

  var bounded: SnapshotField {
    SnapshotField(
      key: key.bounded(to: Self.mostBytes), revision: revision,
      value: value?.bounded(to: Self.mostBytes))
  }
}
