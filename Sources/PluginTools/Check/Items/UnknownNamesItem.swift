import ButtonModel
import ButtonProtocol
import PluginChannel

/// Missing extensions and unknown names do not break the plugin.
struct UnknownNamesItem: CheckItem {
  let id = "unknown-names"
  let title = "unknown extensions and names are borne"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    for finding in misspelled(survey) { context.note(finding) }
    let worker = try ask(
      context, survey, .lacksExtensions, "on a host without extensions")
    for note in worker.notes where note.frame.kind == .unknownExtension {
      context.note(
        CheckFinding(
          .failed,
          "gives a table for '\(note.frame.name.string)', an extension that nobody has heard of",
          remedy: "compare the whole name in get_extension(), and return NULL for all others"))
    }
    _ = try ask(context, survey, .knowsNoNames, "on a host that knows no name")
    return context.takeFindings()
  }

  private func ask(
    _ context: CheckContext, _ survey: Survey, _ option: CheckConditions.Options, _ words: String
  ) throws(CheckStop) -> CheckWorker {
    let worker = try context.worker(CheckConditions(option), circumstances: words)
    let cases = CheckCases(survey.plugin.manifest)
    do throws(WorkerEnd) {
      _ = try worker.resolve(cases.plain, in: survey.scene)
      try worker.press(cases.primitives, in: survey.scene)
      return worker
    } catch {
      throw .end(error)
    }
  }

  /// Names that this host does not know: misspelled, or of a newer host.
  private func misspelled(_ survey: Survey) -> [CheckFinding] {
    survey.notes.compactMap { note in
      guard note.frame.status == CallStatus.unknownKey, !note.frame.name.isEmpty else {
        return nil
      }
      return CheckFinding(
        .warning,
        note.frame.kind == .refusedSet
          ? note.frame.refusedSetWords ?? "" : words(ofRead: note.frame),
        at: note.place,
        remedy: "see the names at the end of buttond_plugin.h, and properties.json")
    }
  }

  /// A property can also be read, as `button.` and its name.
  private func words(ofRead note: NoteFrame) -> String {
    let prefix = "button."
    let name = note.name.string
    var nearest: String?
    if name.hasPrefix(prefix) {
      nearest = Array(name.utf8.dropFirst(prefix.utf8.count)).withUnsafeBytes {
        PropertyRegistry.nearest(to: $0, settableBy: .plugin).map { "\(prefix)\($0.row.name)" }
      }
    }
    // A key is read as `state.` and its name.
    if nearest == nil, !name.hasPrefix("state."), StateKey.isValid(note.name), name.contains(".") {
      nearest = "state.\(name)"
    }
    return "reads \(Excerpt(note.name.bytes)), which this host does not know"
      + NearestName.advice(nearest)
  }
}
