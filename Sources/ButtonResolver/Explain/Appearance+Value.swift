package import ButtonModel
import JSONRPC

extension Appearance {
  /// A member as clients see it, also at its default; nil is a text or name that is not there.
  package func value(of key: AppearanceKey) -> StateValue? {
    guard key == .titleRuns else { return key.member.value(self) }
    return titleRuns.isEmpty ? nil : .runs(titleRuns)
  }
}

extension StateValue {
  /// The runs of a title as clients see them.
  static func runs(_ runs: [Appearance.TitleRun]) -> StateValue {
    var writer = JSONWriter()
    writer.runs(runs)
    return .json(UTF8String(copying: writer.bytes))
  }
}
