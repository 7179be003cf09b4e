import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore

/// The expressions of definitions, each compiled once for all that share it. A binding is evaluated
/// into a hidden key, an action's expression when the action is performed.
final class DefinitionExpressions {
  private let context: EngineContext
  private let derived: DerivedKeys
  private var bindingKeys = SharedByText<KeyID>()
  private var actionPrograms = SharedByText<Derivation>()
  /// Programs that a check compiled, until their definitions are placed.
  private var compiled: [ExpressionText: Derivation] = [:]
  /// What `compiled` counts towards the limit.
  private var compiledBytes = 0
  /// Complaints about kept texts that exceed limits.
  private var oversized: [String] = []
  /// The number in the newest key's name.
  private var number = 0

  init(_ context: EngineContext) {
    self.context = context
    derived = context.derived
  }

  /// Throws if an expression is invalid or makes values that its place does not take, or if it
  /// would exceed a limit together with those checked before.
  func check(_ definition: ButtonDefinition, _ index: Int) throws(EngineError) {
    try check(definition.expressions, index)
  }

  func check(_ expressions: [PlacedExpression], _ index: Int) throws(EngineError) {
    for expression in expressions {
      let derivation: Derivation
      do throws(ExpressionError) {
        derivation = try self.derivation(
          of: expression.text, within: context.settings.limits.expressions)
      } catch {
        throw .invalidExpression(
          index: index, path: expression.path, message: "\(error)", limit: error.limit)
      }
      if let complaint = expression.complaint(about: derivation.program) {
        throw .invalidExpression(index: index, path: expression.path, message: complaint)
      }
    }
    if expressions.isEmpty { return }
    let limits = context.settings.limits
    if compiledBytes > 0, derived.byteCount + compiledBytes > limits.derivedBytes {
      throw limits.exceeded(\.derivedBytes, at: index)
    }
  }

  /// The program of a text that a placed definition has.
  func known(_ text: ExpressionText) -> Derivation? {
    bindingKeys[text].flatMap { derived[$0]?.derivation } ?? actionPrograms[text]
  }

  func endCheck() {
    if compiled.isEmpty { return }
    compiled = [:]
    compiledBytes = 0
  }

  private func derivation(
    of text: ExpressionText, within limits: ExpressionLimits
  ) throws(ExpressionError) -> Derivation {
    if let known = known(text) ?? compiled[text], limits.allow(known.program) { return known }
    let derivation = try context.compile(text, within: limits)
    compiled[text] = derivation
    compiledBytes += DerivedKey.byteCount(of: derivation)
    return derivation
  }

  /// The program for a definition being placed: the one that a check compiled or, for a kept
  /// definition, one compiled regardless of today's limits.
  private func placedDerivation(of text: ExpressionText) throws(ExpressionError) -> Derivation {
    if let checked = compiled.removeValue(forKey: text) {
      compiledBytes -= DerivedKey.byteCount(of: checked)
      return checked
    }
    if let known = known(text) { return known }
    let derivation = try context.compile(text, within: .ceiling)
    if let excess = context.settings.limits.expressions.excess(of: derivation) {
      oversized.append(excess)
    }
    return derivation
  }

  /// Complaints about kept texts that exceed the limits, each returned once.
  func takeOversized() -> [String] {
    defer { oversized = [] }
    return oversized
  }

  /// Nil if there are no bindings. A text that does not compile fails at each evaluation.
  func bind(_ definition: ButtonDefinition, _ route: Route) -> ButtonBindings? {
    if definition.bindings.isEmpty, definition.menuSelection == nil { return nil }
    let entries = definition.bindings.entries.map { binding in
      var kinds: [ParameterKind] = []
      if case .parameter(let name) = binding.target { kinds = route.boundKinds[name] ?? [] }
      do throws(ExpressionError) {
        return ButtonBindings.Entry(
          target: binding.target, key: try retain(binding.text), text: binding.text, kinds: kinds)
      } catch {
        return ButtonBindings.Entry(
          target: binding.target, key: nil, text: binding.text, kinds: kinds, mistake: "\(error)")
      }
    }
    return ButtonBindings(entries, of: definition, route.parameters)
  }

  func release(_ bindings: ButtonBindings?) {
    for entry in bindings?.entries ?? [] where entry.key != nil {
      if let key = bindingKeys.release(entry.text) { derived.removeUnlisted(key) }
    }
  }

  /// A group flag's hidden key; nil if the text does not compile. Balance with ``releaseFlag(_:)``.
  func retainFlag(_ text: ExpressionText) -> KeyID? { try? retain(text) }

  func releaseFlag(_ text: ExpressionText) {
    if let key = bindingKeys.release(text) { derived.removeUnlisted(key) }
  }

  private func retain(_ text: ExpressionText) throws(ExpressionError) -> KeyID {
    if let key = bindingKeys.retain(text) { return key }
    let derivation = try placedDerivation(of: text)
    number += 1
    let key = context.store.intern(BindingKey.name(number))
    derived.addUnlisted(key, derivation)
    bindingKeys.insert(key, for: text)
    return key
  }

  // MARK: Actions

  /// Nil if the action has no expressions. A text that does not compile fails at each evaluation.
  func programs(of action: Action) -> ActionPrograms? {
    guard action.hasExpressions else { return nil }
    return ActionPrograms(
      condition: action.when.map(retainProgram),
      operations: action.operations.map {
        ActionPrograms.Operation(
          condition: $0.when.map(retainProgram), argument: $0.argument.map(retainProgram))
      })
  }

  func release(_ programs: ActionPrograms) {
    for case .success(let derivation) in programs.all {
      if let unused = actionPrograms.release(derivation.text) { derived.release(unused) }
    }
  }

  private func retainProgram(_ text: ExpressionText) -> ActionPrograms.Program {
    if let derivation = actionPrograms.retain(text) { return .success(derivation) }
    do throws(ExpressionError) {
      let derivation = try placedDerivation(of: text)
      derived.retain(derivation)
      actionPrograms.insert(derivation, for: text)
      return .success(derivation)
    } catch {
      return .failure(error)
    }
  }
}

/// Values that all uses of a text share, each kept until the last use ends.
private struct SharedByText<Value> {
  private var uses: [ExpressionText: (value: Value, count: Int)] = [:]

  subscript(text: ExpressionText) -> Value? { uses[text]?.value }

  /// Adds a use; nil if it would be the first.
  mutating func retain(_ text: ExpressionText) -> Value? {
    guard let index = uses.index(forKey: text) else { return nil }
    uses.values[index].count += 1
    return uses.values[index].value
  }

  mutating func insert(_ value: Value, for text: ExpressionText) { uses[text] = (value, 1) }

  /// Ends a use; returns the value if it was the last one.
  mutating func release(_ text: ExpressionText) -> Value? {
    guard let use = uses[text] else { return nil }
    uses[text] = use.count == 1 ? nil : (use.value, use.count - 1)
    return use.count == 1 ? use.value : nil
  }
}

/// The names of the hidden keys that hold the values of bindings; see ``HiddenKey``.
enum BindingKey {
  private static let mark = UInt8(ascii: "|")

  static func name(_ number: Int) -> UTF8String {
    UTF8String(bytes: [mark] + Array("\(number)".utf8))
  }

  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { name.first == mark }
}
