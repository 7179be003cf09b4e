import ButtonModel
import ButtonProtocol
import PluginChannel
import PluginHost

/// What a plugin does under ordinary conditions: every style and handler in every state.
struct Survey {
  /// The workers that may end before the survey is given up.
  private static let maximumEnds = 12

  let plugin: CheckedPlugin
  /// The cases, without those that ended a worker.
  private(set) var cases: [CheckCase] = []
  /// One answer for each case, in the usual scene.
  private(set) var answers: [CheckAnswer] = []
  /// Primitive styles that failed on an ordinary press, with their answers.
  private(set) var refusedPresses: [(button: CheckCase, answer: GestureAnswer)] = []
  /// The state keys that the plugin reads, by their read names.
  private(set) var stateNames: [UTF8String] = []
  /// What the host refused, and when.
  private(set) var notes: [CheckWorker.Note] = []
  /// The first line that the plugin printed.
  private(set) var output = ""
  /// Each way once for each style or handler.
  private(set) var ends: [WorkerEnd] = []

  init(_ plugin: CheckedPlugin) {
    self.plugin = plugin
    cases = CheckCases(plugin.manifest).usual
    stateNames = plugin.manifest.reads.filter { !$0.hasSuffix("*") }.map { UTF8String($0) }
  }

  /// The scene of the answers.
  var scene: CheckScene { scenes[0] }

  /// Scenes with the keys absent, and with values of every kind.
  var scenes: [CheckScene] {
    [
      CheckScene(stateNames, all: .int(3)), CheckScene(),
      CheckScene(stateNames, all: .string("text"), remark: "state keys hold 'text'"),
      CheckScene(stateNames, all: .bool(true), remark: "state keys hold true"),
    ]
  }

  /// Asks about all buttons; drops one that ends the worker, and asks about the others again.
  mutating func make(_ context: CheckContext) throws(CheckStop) {
    while ends.count < Survey.maximumEnds, !cases.isEmpty {
      do throws(CheckStop) {
        try ask(try context.worker(CheckConditions(.reportsRefusals)))
        return
      } catch {
        guard case .end(let end) = error, end.place != nil else { throw error }
        let isKnown = ends.contains {
          $0.cause == end.cause && $0.place?.style == end.place?.style
            && $0.place?.handler == end.place?.handler
        }
        if !isKnown { ends.append(end) }
        guard let index = end.index, index < cases.count else { return }
        let bad = cases[index]
        cases.removeAll {
          $0.style == bad.style && $0.handler == bad.handler
            && (isKnown || $0.state == bad.state)
        }
        if end.cause == .timedOut { return }
      }
    }
  }

  private mutating func ask(_ worker: CheckWorker) throws(CheckStop) {
    defer {
      notes += worker.notes
      if output.isEmpty { output = worker.output }
    }
    do throws(WorkerEnd) {
      // Reads may depend on earlier reads: a few rounds find all of them.
      for _ in 0..<4 {
        let known = stateNames.count
        for scene in scenes {
          let answers = try worker.resolve(cases, in: scene)
          note(answers)
        }
        if stateNames.count == known { break }
      }
      answers = try worker.resolve(cases, in: scene)
      refusedPresses = try worker.press(CheckCases(plugin.manifest).primitives, in: scene)
    } catch {
      throw .end(error)
    }
  }

  private mutating func note(_ answers: [CheckAnswer]) {
    var found: Set<String> = []
    for answer in answers { found.formUnion(answer.reads.filter { $0.hasPrefix("state.") }) }
    for name in found.sorted() {
      let name = UTF8String(name)
      if !stateNames.contains(name), stateNames.count < 256 { stateNames.append(name) }
    }
  }
}
