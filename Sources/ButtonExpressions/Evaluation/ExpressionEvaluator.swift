package import ButtonModel
internal import JSONRPC

/// Runs programs. One per thread is enough; it keeps the memory of its stack and texts.
///
/// Allocates only to make texts. Reads state only through the source of each call, and no clock:
/// equal reads give equal results.
package struct ExpressionEvaluator: ~Copyable {
  /// The steps of the last evaluation, even if over budget.
  package var steps: Int { work / Work.step }

  /// The limits of results and evaluations; the others are for compiling.
  package var limits: ExpressionLimits
  /// The symbols for formats that are localized.
  let symbols: NumberSymbols
  /// The cost of this evaluation so far, in units of ``Work``, and its limit.
  var work = 0
  private(set) var allowance = 0
  /// The current instruction.
  var place: UInt16 = 0
  var stack = ValueStack()
  /// The current macro.
  var loop = Loop.idle
  /// What `filter` and `map` have found.
  var collected = JSONWriter(minimumCapacity: 0)
  /// Buffers for texts, and for the digits of numbers in them.
  var scratch = JSONWriter(minimumCapacity: 0)
  var digits = JSONWriter(minimumCapacity: 0)

  /// `language` is that of numbers in formats with `'`.
  package init(limits: ExpressionLimits = ExpressionLimits(), language: LanguageTag = .english) {
    self.limits = limits
    symbols = NumberSymbols(language)
  }

  /// The value of a program, or why it has none.
  ///
  /// `most` lowers the limit of steps for this call, for a caller with one budget for many calls;
  /// it subtracts `steps` afterwards.
  package mutating func evaluate(
    _ program: ExpressionProgram, reading source: some ExpressionSource, atMost most: Int = .max
  ) -> Result<StateValue, ExpressionFailure> {
    work = 0
    place = 0
    allowance = (min(most, limits.steps, .max / 64) + 1) * Work.step
    stack.reserve(program.stackDepth)
    let result = result(run(program, source))
    if !isOverBudget { return result }
    stack.drop(to: 0)
    loop = .idle
    return .failure(failure(.overBudget))
  }

  /// Converts a value for the state, if it can be stored and is small enough.
  private mutating func result(_ value: Value) -> Result<StateValue, ExpressionFailure> {
    switch value {
    case .null: return .success(.null)
    case .bool(let value): return .success(.bool(value))
    case .int(let value): return .success(.int(value))
    case .double(let value):
      return value.isFinite ? .success(.double(value)) : .failure(failure(.notFinite))
    case .string(let text):
      return isSmall(text) ? .success(.string(text.text)) : .failure(failure(.resultTooLarge))
    case .list(let text), .map(let text):
      let fits = isSmall(text) && JSONText.isWithin(limits.resultDepth, text, &work)
      return fits ? .success(.json(text.text)) : .failure(failure(.resultTooLarge))
    case .failure(let failure): return .failure(failure)
    }
  }

  private func isSmall(_ text: Text) -> Bool { text.count <= limits.resultBytes }

  private mutating func run(
    _ program: ExpressionProgram, _ source: some ExpressionSource
  ) -> Value {
    var next = 0
    while next < program.code.count {
      work &+= Work.step
      if isOverBudget { return .null }
      place = UInt16(truncatingIfNeeded: next)
      let instruction = program.code[next]
      next &+= 1
      switch instruction {
      case .constant(let index): stack.push(program.constants[Int(index)])
      case .read(let slot): stack.push(read(source.value(at: Int(slot))))
      case .lost(let slot): stack.push(.bool(source.isLost(at: Int(slot))))
      case .variable: stack.push(loop.element)
      case .negate:
        let operand = stack.pop()
        stack.push(negated(operand))
      case .not:
        let operand = stack.pop()
        stack.push(inverted(operand))
      case .arithmetic(let operation):
        let right = stack.pop()
        let left = stack.pop()
        stack.push(computed(operation, left, right))
      case .compare(let comparison):
        let right = stack.pop()
        let left = stack.pop()
        stack.push(compared(comparison, left, right))
      case .membership:
        let range = stack.pop()
        let element = stack.pop()
        stack.push(contained(element, in: range))
      case .index(let isOptional):
        let index = stack.pop()
        let base = stack.pop()
        stack.push(element(of: base, at: index, isOptional: isOptional))
      case .present:
        let operand = stack.pop()
        stack.push(present(operand))
      case .jump(let target): next = Int(target)
      case .branch(let otherwise, let end): next = branch(next, otherwise, end)
      case .shortCut(let logical, let target):
        if case .bool(logical.decisive) = stack[below: 0] { next = Int(target) }
      case .logical(let logical):
        let right = stack.pop()
        let left = stack.pop()
        stack.push(combined(logical, left, right))
      case .unlessAbsent(let target):
        if case .failure(let failure) = stack[below: 0], failure.reason.isAbsence {
          stack.drop(to: stack.count - 1)
        } else {
          next = Int(target)
        }
      case .list(let count): replaceTop(Int(count), with: list(of: Int(count)))
      case .map(let count): replaceTop(Int(count) * 2, with: map(of: Int(count)))
      case .call(let function, let count):
        replaceTop(Int(count), with: call(function, Int(count)))
      case .format(let count): replaceTop(Int(count) + 1, with: formatted(Int(count)))
      case .begin(let kind, let end): if !begin(kind) { next = Int(end) }
      case .next(let kind, let end): if !goOn(kind) { next = Int(end) }
      case .step(let kind, let back, let end): next = Int(step(kind) ? back : end)
      case .select(let back, let end): next = select(next, back, end)
      case .hole:
        let value = stack.pop()
        stack.push(hole(value))
      case .formattedHole(let index):
        let value = stack.pop()
        stack.push(hole(value, program.verbs[Int(index)]))
      case .join(let count): replaceTop(Int(count), with: joined(Int(count)))
      }
    }
    return stack.pop()
  }

  @inline(__always)
  private func read(_ value: StateValue?) -> Value {
    if let value { Value(value) } else { fail(.absentKey) }
  }

  private mutating func replaceTop(_ count: Int, with value: Value) {
    stack.drop(to: stack.count - count)
    stack.push(value)
  }
}
