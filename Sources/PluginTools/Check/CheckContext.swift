import ButtonModel
import ButtonProtocol
import PluginChannel
import PluginHost

final class CheckContext {
  let settings: CheckSettings
  /// The copies that workers load.
  private let place: TemporaryPlace
  /// Nil until the manifest is valid.
  private(set) var plugin: CheckedPlugin?
  /// Nil until an item needs it.
  private var survey: Survey?
  /// Why nothing more can be tried; set by the item that found out.
  var obstacle: String?
  var cannotStop = false
  /// What the current item tried, in words.
  var detail: String?
  private var deadline: WorkerDeadline
  /// Findings of the current item that hold even if it ends early.
  private var findings: [CheckFinding] = []

  init(_ settings: CheckSettings) throws(ToolError) {
    self.settings = settings
    deadline = WorkerDeadline(milliseconds: settings.milliseconds)
    do throws(FileError) { place = try TemporaryPlace() } catch {
      throw ToolError("no folder for the check's copies can be made: \(error)")
    }
  }

  func removeCopies() { place.remove() }

  /// The item's time runs from now on.
  func begin() {
    deadline = WorkerDeadline(milliseconds: settings.milliseconds)
    detail = nil
    findings = []
  }

  /// Holds even if the item ends early.
  func note(_ finding: CheckFinding) { findings.append(finding) }

  /// Forgets the findings that it returns.
  func takeFindings() -> [CheckFinding] {
    defer { findings = [] }
    return findings
  }

  /// Reads the plugin's files and copies them.
  func take() throws(TakeRefusal) {
    let taken = try PluginCache(folder: place.path).take(settings.folder, among: [])
    plugin = CheckedPlugin(plugin: taken.plugin, copy: taken.copy)
  }

  /// Throws if there is nothing to try.
  func checkedPlugin() throws(CheckStop) -> CheckedPlugin {
    if let obstacle { throw .skip(obstacle) }
    guard let plugin else { throw .skip("the manifest must be mended first") }
    return plugin
  }

  /// Returns a worker that has loaded the plugin.
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

  /// Less than a tenth of the time is left.
  var isNearlyOver: Bool { deadline.milliseconds < settings.milliseconds / 10 }

  /// Makes the survey on first use.
  func surveyed() throws(CheckStop) -> Survey {
    if let survey { return survey }
    let plugin = try checkedPlugin()
    var survey = Survey(plugin)
    try survey.make(self)
    self.survey = survey
    return survey
  }

  /// Returns the survey for items that need an answer from every button.
  func soundSurvey() throws(CheckStop) -> Survey {
    let survey = try surveyed()
    if survey.ends.contains(where: \.isTrap) {
      throw .skip("the sandbox ended the worker; see the item sandbox")
    }
    if !survey.ends.isEmpty { throw .skip("the worker ended; see the item answers") }
    return survey
  }

  /// Notes that a worker ended unexpectedly.
  func workerEnded(_ end: WorkerEnd, in item: any CheckItem) {
    if item is HandshakeItem || item is ELFItem {
      obstacle = "the plugin cannot be loaded; see the item \(item.id)"
    }
  }
}
