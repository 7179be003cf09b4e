package import ButtonModel
package import Supervision

/// Hears what sources do. All calls come on the loop's thread.
package protocol SourceHostDelegate: AnyObject {
  /// A source printed values: they are applied together, or not at all, and then the reason is returned.
  /// Without others for `silentAfter` nanoseconds, if that is given, its values count as old.
  func source(_ name: String, didRead changes: [SourceChange], silentAfter: UInt64?) -> String?
  /// A source is down or gone, while the host goes on; its values stay. It is there again with its next
  /// values.
  func sourceWentDown(_ name: String)
  /// How a source is doing has changed, or it is new or gone.
  func sourceDidChange(_ name: String)
  /// A source has something to say, or something is to be said about it.
  func source(_ name: String, didLog message: String, level: ReportLevel)
}
