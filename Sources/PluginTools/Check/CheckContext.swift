import ButtonModel
import ButtonProtocol
import PluginChannel
import PluginHost

/// What the items of one check share.
final class CheckContext {
  let settings: CheckSettings
  /// The copies that workers load.
  private let place: TemporaryPlace
  /// What was read of the plugin; nil until the manifest was found to be right.
  private(set) var plugin: CheckedPlugin?
  /// What the survey found; nil until somebody needed it.
  private var survey: Survey?
  /// Why nothing more can be tried; set by the item that found it out.
  var obstacle: String?
  /// Whether the plugin cannot be destroyed.
  var cannotStop = false
  /// What the item at work has to say about what it tried.
  var detail: String?
  private var deadline: WorkerDeadline
  /// Findings of the item at work that hold even if it ends early.
  private var findings: [CheckFinding] = []

  init(_ settings: CheckSettings) throws(ToolError) {
    self.settings = settings
    deadline = WorkerDeadline(milliseconds: settings.milliseconds)
    do throws(FileError) { place = try TemporaryPlace() } catch {
      throw ToolError("no folder for the check's copies can be made: \(error)")
    }
  }

  /// Removes what the check left on disk.
  func removeCopies() { place.remove() }

  /// Starts an item: its time runs from now on.
  func begin() {
    deadline = WorkerDeadline(milliseconds: settings.milliseconds)
    detail = nil
    findings = []
  }

  /// Notes a finding that holds even if the item ends early.
  func note(_ finding: CheckFinding) { findings.append(finding) }

  /// The findings noted so far, which are then forgotten.
  func takeFindings() -> [CheckFinding] {
    defer { findings = [] }
    return findings
  }

  /// Reads the plugin's files and copies them.
  func take() throws(TakeRefusal) {
    let taken = try PluginCache(folder: place.path).take(settings.folder, among: [])
    plugin = CheckedPlugin(plugin: taken.plugin, copy: taken.copy)
  }

  /// The plugin; without one there is nothing to try.
  func checkedPlugin() throws(CheckStop) -> CheckedPlugin {
    if let obstacle { throw .skip(obstacle) }
    guard let plugin else { throw .skip("the manifest must be mended first") }
    return plugin
  }

  /// Starts a worker that has loaded the plugin.
  func worker(
    _ conditions: CheckConditions = CheckConditions(), circumstances: String? = nil
  ) throws(CheckStop) -> CheckWorker {
    let plugin = try checkedPlugin()
    do throws(WorkerEnd) {
      return try CheckWorker(
        settings.workerPath, plugin, conditions, deadline, circumstances: circumstances)
    } catch {
      throw .end(error)
    }
  }

  /// Whether no more than the tenth part of the time is left.
  var isNearlyOver: Bool { deadline.milliseconds < settings.milliseconds / 10 }

  /// What is known about the plugin under ordinary circumstances.
  func surveyed() throws(CheckStop) -> Survey {
    if let survey { return survey }
    let plugin = try checkedPlugin()
    var survey = Survey(plugin)
    try survey.make(self)
    self.survey = survey
    return survey
  }

  /// The same, for items that can be tried only where every button has been answered.
  func soundSurvey() throws(CheckStop) -> Survey {
    let survey = try surveyed()
    if survey.ends.contains(where: \.isTrap) {
      throw .skip("the sandbox ended the worker; see the item sandbox")
    }
    if !survey.ends.isEmpty { throw .skip("the worker ended; see the item answers") }
    return survey
  }

  /// Notes that a worker ended that was to go on.
  func workerEnded(_ end: WorkerEnd, in item: any CheckItem) {
    if item is HandshakeItem || item is ELFItem {
      obstacle = "the plugin cannot be loaded; see the item \(item.id)"
    }
  }
}
