package import ButtonModel
import JSONRPC

extension Appearance {
  /// As clients see it, defaults included; nil for a missing text or name.
  package func value(of key: AppearanceKey) -> StateValue? {
    guard key == .titleRuns else { return key.member.value(self) }
    return titleRuns.isEmpty ? nil : .runs(titleRuns)
  }
}

extension StateValue {
  static func runs(_ runs: [Appearance.TitleRun]) -> StateValue {
    var writer = JSONWriter()
    writer.runs(runs)
    return .json(UTF8String(copying: writer.bytes))
  }
}
