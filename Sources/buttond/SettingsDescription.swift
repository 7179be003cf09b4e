import ButtonProtocol
import DaemonConfiguration
import JSONRPC
import PluginHost

/// What `--describe settings` prints: the numbers that a configuration may set, and the bounds that
/// `hello` reports, one a line.
enum SettingsDescription {
  static var text: String {
    let settings =
      FrameSettings.settings + [PluginLimits.starts] + SupervisionFigures.all.map(\.setting)
      + Limits.rows.compactMap(\.setting)
    return """
      {"settings": [
      \(lines(settings) { $0.write(into: &$1) })
      ], "limits": [
      \(lines(Limits.rows.filter(\.isReported)) { $0.write(into: &$1) })
      ]}

      """
  }

  private static func lines<Row>(
    _ rows: [Row], _ write: (Row, inout JSONWriter) -> Void
  ) -> String {
    rows.map { row in
      var writer = JSONWriter()
      write(row, &writer)
      return writer.string
    }.joined(separator: ",\n")
  }
}
