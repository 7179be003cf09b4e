import ButtonModel
import PluginChannel

/// The plugin prints nothing: a worker has no terminal.
struct OutputItem: CheckItem {
  let id = "output"
  let title = "nothing is printed"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    if survey.output.isEmpty { return [] }
    return [
      CheckFinding(
        .warning, "prints to stdout or stderr: \(Excerpt(survey.output))",
        remedy: "take it out, or call host->log(), which has levels; what is printed is logged, "
          + "too, and too much of it ends the worker")
    ]
  }
}
