import ButtonExpressions
import ButtonModel
import ButtonStore

/// The expressions of definitions, each compiled once for all definitions that have it: those of
/// bindings, whose values hidden keys have, and those of actions, which are evaluated when an action is
/// performed.
final class BindingKeys {
  private struct Use {
    let key: KeyID
    var count: Int
  }

  private struct ActionUse {
    let derivation: Derivation
    var count: Int
  }

  private let context: EngineContext
  private let derived: DerivedKeys
  private var uses: [ExpressionText: Use] = [:]
  private var actionUses: [ExpressionText: ActionUse] = [:]
  /// What was compiled for a check, until the definitions are in place.
  private var compiled: [ExpressionText: Derivation] = [:]
  /// What the compiled texts count for in the limit, in bytes.
  private var compiledBytes = 0
  /// What is wrong with kept texts that exceed limits.
  private var oversized: [String] = []
  /// The number in the name of the newest key.
  private var number = 0

  /// Without bindings.
  init(_ context: EngineContext) {
    self.context = context
    derived = context.derived
  }

  /// Throws if an expression of a definition is invalid, makes values that its place does not take, or
  /// would exceed a limit together with those of the definitions checked before.
  func check(_ definition: ButtonDefinition, _ index: Int) throws(EngineError) {
    let expressions = definition.expressions
    for expression in expressions {
      let derivation: Derivation
      do throws(ExpressionError) {
        derivation = try self.derivation(
          of: expression.text, within: context.settings.expressions)
      } catch {
        throw .invalidExpression(
          index: index, path: expression.path, message: "\(error)", limit: error.limit)
      }
      if let complaint = expression.complaint(about: derivation.program) {
        throw .invalidExpression(index: index, path: expression.path, message: complaint)
      }
    }
    if expressions.isEmpty { return }
    let limit = context.settings.maximumDerivedBytes
    if compiledBytes > 0, derived.byteCount + compiledBytes > limit {
      throw .limitExceeded(limit: "derivedBytes", value: limit, index: index)
    }
  }

  /// Forgets what was compiled for checks.
  func endCheck() {
    if compiled.isEmpty { return }
    compiled = [:]
    compiledBytes = 0
  }

  private func derivation(
    of text: ExpressionText, within limits: ExpressionLimits
  ) throws(ExpressionError) -> Derivation {
    let known =
      uses[text].flatMap { derived[$0.key]?.derivation } ?? actionUses[text]?.derivation
      ?? compiled[text]
    if let known, limits.allow(known.program) { return known }
    context.budget.work &+= Derivation.workOfCompiling(text, within: limits)
    let derivation = try Derivation(text, within: limits)
    compiled[text] = derivation
    compiledBytes += DerivedKey.byteCount(of: derivation)
    return derivation
  }

  /// The program of a definition that is taken over, whatever the limits are now.
  private func keptDerivation(of text: ExpressionText) throws(ExpressionError) -> Derivation {
    let derivation = try derivation(of: text, within: .ceiling)
    if compiled[text] != nil, let excess = context.settings.expressions.excess(of: derivation) {
      oversized.append(excess)
    }
    return derivation
  }

  /// What is to be said about texts that are kept beyond the limits.
  func takeOversized() -> [String] {
    defer { oversized = [] }
    return oversized
  }

  /// Takes a program out of those compiled for a check, because a button keeps it.
  private func keep(_ derivation: Derivation) {
    guard compiled.removeValue(forKey: derivation.text) != nil else { return }
    compiledBytes -= DerivedKey.byteCount(of: derivation)
  }

  /// The bindings of a definition for a button with this route; nil if it has none. A text that does
  /// not compile fails whenever it is asked for its value.
  func bind(_ definition: ButtonDefinition, _ route: Route) -> ButtonBindings? {
    if definition.bindings.isEmpty { return nil }
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
    return ButtonBindings(entries)
  }

  /// Gives up the bindings of a button that is replaced or removed.
  func release(_ bindings: ButtonBindings?) {
    for entry in bindings?.entries ?? [] {
      guard entry.key != nil, var use = uses[entry.text] else { continue }
      use.count -= 1
      uses[entry.text] = use.count == 0 ? nil : use
      if use.count == 0 { derived.removeUnlisted(use.key) }
    }
  }

  private func retain(_ text: ExpressionText) throws(ExpressionError) -> KeyID {
    if var use = uses[text] {
      use.count += 1
      uses[text] = use
      return use.key
    }
    let derivation = try keptDerivation(of: text)
    keep(derivation)
    number += 1
    let key = context.store.intern(BindingKey.name(number))
    derived.addUnlisted(key, derivation)
    uses[text] = Use(key: key, count: 1)
    return key
  }

  // MARK: Actions

  /// The programs of a definition's action; nil if it has no expressions. A text that does not compile
  /// fails whenever it is evaluated.
  func programs(of definition: ButtonDefinition) -> ActionPrograms? {
    guard let action = definition.action, action.hasExpressions else { return nil }
    return ActionPrograms(
      condition: action.when.map(retainProgram),
      operations: action.operations.map {
        ActionPrograms.Operation(
          condition: $0.when.map(retainProgram), argument: $0.argument.map(retainProgram))
      })
  }

  /// Gives up the programs of a button that is replaced or removed.
  func release(_ programs: ActionPrograms?) {
    for case .success(let derivation) in programs?.all ?? [] {
      guard var use = actionUses[derivation.text] else { continue }
      use.count -= 1
      actionUses[derivation.text] = use.count == 0 ? nil : use
      if use.count == 0 { derived.release(derivation) }
    }
  }

  private func retainProgram(_ text: ExpressionText) -> ActionPrograms.Program {
    do throws(ExpressionError) {
      let derivation = try keptDerivation(of: text)
      keep(derivation)
      if actionUses[text] == nil { derived.retain(derivation) }
      actionUses[text, default: ActionUse(derivation: derivation, count: 0)].count += 1
      return .success(derivation)
    } catch {
      return .failure(error)
    }
  }
}

/// The names of keys in the store whose values bindings have; see ``HiddenKey``.
enum BindingKey {
  private static let mark = UInt8(ascii: "|")

  static func name(_ number: Int) -> UTF8String {
    UTF8String(bytes: [mark] + Array("\(number)".utf8))
  }

  /// Whether a key name is that of a binding.
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool { name.first == mark }
}
