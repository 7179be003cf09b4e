import ButtonModel
import ButtonProtocol
import PluginChannel

/// State is read only as far as the manifest says.
struct UndeclaredReadsItem: CheckItem {
  let id = "undeclared-reads"
  let title = "no state is read that the manifest does not name"

  private static let denied: Int32 = -6

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    return survey.notes.filter {
      $0.frame.kind == .refusedRead && $0.frame.status == UndeclaredReadsItem.denied
    }.map { note in
      let name = note.frame.name.string
      return CheckFinding(
        .failed, "reads \(name), which is denied: the manifest's reads do not cover it",
        at: note.place, remedy: "add \"\(name)\" to reads in plugin.json, or do without")
    }
  }
}
