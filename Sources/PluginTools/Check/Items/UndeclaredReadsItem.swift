import ButtonModel
import ButtonProtocol
import PluginChannel
import PluginHost

struct UndeclaredReadsItem: CheckItem {
  let id = "undeclared-reads"
  let title = "nothing is read that the manifest does not name"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    return parameters(survey)
      + survey.notes.filter {
        $0.frame.kind == .refusedRead && $0.frame.status == CallStatus.denied
      }.map { note in
        let name = note.frame.name.string
        let doubled = name.hasPrefix("state.state.")
        return CheckFinding(
          .failed, "reads \(name), which is denied: the manifest's reads do not cover it",
          at: note.place,
          remedy: doubled
            ? "name the key without \"state.\", which is put before it"
            : "add \"\(name)\" to reads in plugin.json, or do without")
      }
  }

  /// Parameters that no definition may pass: the daemon refuses them.
  private func parameters(_ survey: Survey) -> [CheckFinding] {
    let manifest = survey.plugin.manifest
    let declared =
      (manifest.styles.map(\.parameters) + manifest.handlers.map(\.parameters)).joined().map(\.name)
    let prefix = "\(ReadName.parameterPrefix)"
    return survey.notes.compactMap { note in
      guard note.frame.kind == .absentParameter else { return nil }
      let name = String(note.frame.name.string.dropFirst(prefix.count))
      guard !declared.contains(name) else { return nil }
      return CheckFinding(
        .warning,
        "reads \(prefix)\(name), which no style or handler declares"
          + NearestName.advice(name, among: declared),
        at: note.place,
        remedy: "add it to the parameters in plugin.json: buttons cannot have it else")
    }
  }
}
