package import ButtonModel
package import Supervision

/// Is notified of what sources do, on the loop's thread.
package protocol SourceHostDelegate: AnyObject {
  /// A source printed values: apply all of them, or none and return the reason. If no others follow
  /// within `silentAfter` nanoseconds, they count as old; nil means no limit.
  func source(_ name: String, didRead changes: [SourceChange], silentAfter: UInt64?) -> String?
  /// A source is down or gone, or has no value, and the host keeps running: its values stay, and
  /// count as old until it prints the next ones.
  func sourceWentDown(_ name: String)
  /// The status of a source has changed, or it is new or gone.
  func sourceDidChange(_ name: String)
  /// A source's line of standard error, or an event of it.
  func source(_ name: String, didLog message: String, level: ReportLevel)
}
