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

  init(label: String, level: Logger.Level, format: LogFormat) {
    self.label = label
    self.format = format
    logLevel = level
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
      line.raw("\(event.level) \(label): \(event.message)")
      for (key, value) in all { line.raw(" \(key)=\(value)") }
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
    _ = Glibc.write(2, line.bytes.baseAddress, line.bytes.count)
  }

  /// The present time in UTC, ISO 8601 with milliseconds.
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
