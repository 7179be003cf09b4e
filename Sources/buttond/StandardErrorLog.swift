import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import Glibc
import JSONRPC
import Logging

/// Writes the log to standard error: lines for people, or JSON lines for machines.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  private let label: String
  private let format: LogFormat
  /// Standard error leads to systemd's journal.
  private let isJournal: Bool

  init(label: String, level: Logger.Level, format: LogFormat) {
    self.label = label
    self.format = format
    logLevel = level
    isJournal = StandardErrorLog.leadsToJournal()
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    var line = JSONWriter()
    switch format {
    case .text:
      // The journal takes a level from the beginning of a line.
      if isJournal { line.raw("<\(event.level.severity)>") }
      // What clients and plugins say must neither forge a line nor reverse its direction.
      line.raw("\(event.level) \(label): \("\(event.message)".printable)")
      for (key, value) in all {
        line.raw(" \(key)=")
        let text = "\(value)"
        line.raw(StandardErrorLog.isPlain(text) ? text : StandardErrorLog.quoted(text))
      }
    case .json:
      line.beginObject()
      line.key("time")
      line.string(StandardErrorLog.timestamp())
      line.key("level")
      line.string(event.level.rawValue)
      line.key("label")
      line.string(label)
      line.key("message")
      line.string("\(event.message)")
      for (key, value) in all {
        line.key(key)
        line.string("\(value)")
      }
      line.endObject()
    }
    line.raw("\n")
    let text = String(decoding: line.bytes, as: UTF8.self)
    var printable = format == .json ? PrintableJSON.text(text) : text.printableLines
    printable.withUTF8 { _ = Glibc.write(2, $0.baseAddress, $0.count) }
  }

  /// Whether the value, without quotes, is distinguishable from what follows.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && !text.unicodeScalars.contains {
        $0.isUnprintable || $0 == " " || $0 == "\"" || $0 == "="
      }
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The service manager says that this standard error is its journal's.
  private static func leadsToJournal() -> Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(2, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }

  /// UTC, ISO 8601 with milliseconds.
  private static func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let milliseconds = String(now.tv_nsec / 1_000_000 + 1_000).dropFirst()
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      + ".\(milliseconds)Z"
  }
}

extension Logger.Level {
  /// As syslog counts.
  fileprivate var severity: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
