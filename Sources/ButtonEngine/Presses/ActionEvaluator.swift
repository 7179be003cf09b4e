import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore

/// Evaluates the expressions of actions in the newest state.
final class ActionEvaluator {
  private let context: EngineContext
  private let store: Store
  private let leases: Leases
  private let budget: TurnBudget
  private var evaluator: ExpressionEvaluator

  init(_ context: EngineContext) {
    self.context = context
    store = context.store
    leases = context.leases
    budget = context.budget
    evaluator = ExpressionEvaluator(language: context.settings.traits.locale)
  }

  /// What the operations of one action may take together.
  private var stepsOfAction: Int { max(200_000, context.settings.limits.expressions.steps) }

  /// Why an action is not performed; nil if it is. `delta` is by how many steps its button is
  /// turned.
  func refusal(of programs: ActionPrograms?, delta: Int? = nil) -> EngineError? {
    guard let condition = programs?.condition else { return nil }
    var steps = stepsOfAction
    do throws(Failure) {
      return try isTrue(condition, delta, &steps) ? nil : .guarded(failure: nil)
    } catch {
      return .guarded(failure: error.message)
    }
  }

  /// Adds the change of the button's selection, if any, then the operations of its action whose
  /// conditions hold in the newest state, with their arguments. Returns their places in the action,
  /// ``EngineError/placeOfSelection`` for the selection; nil if they are the same as those in
  /// `changes`. Throws if an argument cannot be made.
  func addOperations(
    of performance: Performance, to changes: inout ChangeSet
  ) throws(EngineError) -> [Int]? {
    let operations = performance.operations
    var places: [Int] = []
    if let selection = performance.selection {
      changes.append(selection)
      places.append(EngineError.placeOfSelection)
    }
    guard let programs = performance.programs else {
      for operation in operations { changes.append(operation.change) }
      return places.isEmpty ? nil : places + operations.indices
    }
    var steps = stepsOfAction
    for (index, program) in programs.operations.enumerated() {
      if let condition = program.condition {
        let isMet = (try? isTrue(condition, performance.delta, &steps)) == true
        // An action that takes too many steps must not be performed in part.
        if steps == 0 {
          throw .invalidOperation(
            index: index, message: "when: the action's expressions take too many steps together")
        }
        if !isMet { continue }
      }
      let change = operations[index].change
      places.append(index)
      guard let argument = program.argument else {
        changes.append(change)
        continue
      }
      do throws(Failure) {
        let value = try value(argument, performance.delta, &steps)
        changes.append(StateOperation(key: change.key, kind: change.kind.with(value)))
      } catch {
        let name = change.kind.argumentName ?? ""
        throw .invalidOperation(index: index, message: "\(name): \(error.message)")
      }
    }
    return places
  }

  /// Why an expression has no value that its place takes.
  private struct Failure: Error {
    let message: String
  }

  private func isTrue(
    _ program: ActionPrograms.Program, _ delta: Int?, _ steps: inout Int
  ) throws(Failure) -> Bool {
    let value = try value(program, delta, &steps)
    guard case .bool(let isTrue) = value else {
      throw Failure(message: "must be true or false, but is \(value.excerpt)")
    }
    return isTrue
  }

  private func value(
    _ program: ActionPrograms.Program, _ delta: Int?, _ steps: inout Int
  ) throws(Failure) -> StateValue {
    do {
      let program = try program.get().program
      evaluator.limits = context.settings.limits.expressions
      let result = evaluator.evaluate(
        program,
        reading: NamedStateReader(store: store, leases: leases, keys: program.keys, delta: delta),
        atMost: steps)
      steps = max(0, steps - evaluator.steps)
      budget.work &+= WorkCost.change &+ evaluator.steps &* WorkCost.expressionStep
      switch result {
      case .success(let value): return value
      case .failure(let failure): throw program.error(for: failure)
      }
    } catch {
      throw Failure(message: "\(error)")
    }
  }
}
