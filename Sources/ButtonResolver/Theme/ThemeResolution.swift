import ButtonModel
import JSONRPC

/// Follows aliases, so that every token has its own type and value.
struct ThemeResolution {
  /// A token whose aliases have been followed.
  private struct Resolved {
    let type: ThemeTokenType
    let value: ThemeValue
    /// How many aliases were followed.
    let chain: Int
  }

  private enum Outcome {
    case waiting, atWork
    case resolved(Resolved)
    /// It cannot be read; a note of this kind says why.
    case leftOut(String)
    /// It or its target is wrong; an error says so.
    case wrong
  }

  private(set) var errors: [ThemeRemark] = []
  private(set) var notes: ThemeNotes
  private let declarations: [ThemeDeclaration]
  private let places: [String: Int]
  private let root: ThemeGroup
  private var outcomes: [Outcome]
  /// Tokens that refer to the one being resolved.
  private var trail: [Int] = []
  private let substitution: ThemeSubstitution
  /// An essential token or its target is being resolved: mistakes are errors.
  private var isEssential = true
  /// The declarations with a note that they are left out.
  private var noted: Set<Int> = []

  /// Resolves all tokens; first the essential ones, up to `maximumErrors` errors.
  init(_ file: ThemeDeclarations, essentials: Set<String>) {
    declarations = file.all
    places = file.places
    root = file.root
    notes = file.notes
    substitution = ThemeSubstitution(file.root)
    outcomes = Array(repeating: .waiting, count: declarations.count)
    for index in declarations.indices
    where errors.count < ThemeFile.maximumErrors && essentials.contains(declarations[index].key) {
      _ = resolve(index)
    }
    isEssential = false
    for index in declarations.indices { _ = resolve(index) }
  }

  /// Returns the tokens with a value and a path that plugins can read; call it once.
  mutating func tokens() -> [Theme.Token] {
    var tokens: [Theme.Token] = []
    for (declaration, outcome) in zip(declarations, outcomes) {
      guard case .resolved(let resolved) = outcome else { continue }
      let path = UTF8String(declaration.key)
      guard StateKey.isValid(path) else {
        notes.add(
          "path", .leftOut, declaration.path, declaration.source,
          "plugins read paths of A–Z, a–z, 0–9, _ and - with dots between them, at "
            + "most \(StateKey.maximumBytes) bytes and \(StateKey.maximumSegments) names",
          isFault: false)
        continue
      }
      tokens.append(
        Theme.Token(path: path, type: resolved.type, value: resolved.value.stateValue))
    }
    return tokens
  }

  private mutating func resolve(_ index: Int) -> Outcome {
    switch outcomes[index] {
    case .resolved, .leftOut, .wrong: return outcomes[index]
    case .atWork: return failCycle(to: index)
    case .waiting: break
    }
    outcomes[index] = .atWork
    trail.append(index)
    let outcome = compute(index)
    trail.removeLast()
    outcomes[index] = outcome
    return outcome
  }

  private mutating func compute(_ index: Int) -> Outcome {
    let token = declarations[index]
    if let fault = token.fault { return fail(index, "", fault, fault.message) }
    let base: Resolved
    if let alias = substitution.alias(in: token.value) {
      let outcome = follow(alias, of: index, at: token.valueName)
      guard case .resolved(let resolved) = outcome else { return outcome }
      base = resolved
      if let name = token.ownType, name != base.type.rawValue {
        return fail(
          index, token.valueName,
          "is of the type \(Excerpt(name)), but '\(Excerpt(alias))' is of the type \(base.type.rawValue)",
          "type of an alias")
      }
    } else {
      guard let name = token.ownType ?? token.groupType else {
        return fail(
          index, "", "has no type: give it or a group around it a $type", "no type")
      }
      guard let type = ThemeTokenType(rawValue: name) else { return leaveOut(index, unknown: name) }
      do throws(ThemeFault) {
        let value = try substitution.value(token.value) { value throws(ThemeFault) in
          try ThemeValue.read(value, as: type)
        }
        base = Resolved(type: type, value: value, chain: 0)
      } catch {
        return fail(index, token.valueName, error, "value of \(name)")
      }
    }
    return add(token.members, to: base, of: index)
  }

  /// Adds values for dark displays and for raised contrast.
  private mutating func add(
    _ members: [(name: ThemeColor.Member, value: JSONElement)], to base: Resolved, of index: Int
  ) -> Outcome {
    guard let first = members.first else { return .resolved(base) }
    guard case .color(var color) = base.value else {
      return fail(
        index, ThemeResolution.place(of: first.name), "only colours have such a member", "member")
    }
    var chain = base.chain
    for (name, value) in members {
      let place = ThemeResolution.place(of: name)
      if let alias = substitution.alias(in: value) {
        let outcome = follow(alias, of: index, at: place)
        guard case .resolved(let target) = outcome else { return outcome }
        guard case .color(let other) = target.value else {
          return fail(
            index, place,
            "must be a color, but '\(Excerpt(alias))' is of the type \(target.type.rawValue)",
            "member")
        }
        color[name] = other[name]
        chain = max(chain, target.chain)
      } else {
        do throws(ThemeFault) {
          color[name] = try substitution.value(value) { value throws(ThemeFault) in
            try ThemeValue.color(value)
          }
        } catch {
          return fail(index, place, error, "member")
        }
      }
    }
    return .resolved(Resolved(type: base.type, value: .color(color), chain: chain))
  }

  private static func place(of member: ThemeColor.Member) -> String {
    "$extensions.buttond.\(member.rawValue)"
  }

  /// The alias's target, one link further from its value; otherwise the outcome for this token.
  private mutating func follow(_ alias: String, of index: Int, at member: String) -> Outcome {
    guard let place = places[alias] else {
      return fail(index, member, "'\(Excerpt(alias))' \(complaint(onMissing: alias))", "alias")
    }
    if trail.count > ThemeFile.maximumChain { return failTooLong(index, member) }
    let outcome = resolve(place)
    switch outcome {
    case .resolved(let target):
      guard target.chain < ThemeFile.maximumChain else { return failTooLong(index, member) }
      return .resolved(Resolved(type: target.type, value: target.value, chain: target.chain + 1))
    case .leftOut(let kind):
      let reason = notes.reason(of: kind)
      return fail(
        index, member, isEssential ? "'\(Excerpt(alias))' is left out: \(reason)" : reason, kind)
    case .wrong, .waiting, .atWork: return .wrong
    }
  }

  private func complaint(onMissing alias: String) -> String {
    if let group = root.find(alias.split(separator: ".").map(String.init)) {
      let own =
        group[ThemeGroup.root]?.token == nil ? "" : ": write {\(alias).$root} for its own token"
      return "is a group, not a token\(own)"
    }
    // A search is expensive, and only a kind's first reason is shown.
    if !isEssential, notes.has("alias") { return "does not exist" }
    return "does not exist" + NearestName.advice(alias, among: declarations.map(\.path))
  }

  private mutating func failTooLong(_ index: Int, _ member: String) -> Outcome {
    fail(
      index, member, "begins a chain of more than \(ThemeFile.maximumChain) aliases: shorten it",
      "chain")
  }

  private mutating func failCycle(to index: Int) -> Outcome {
    let cycle = trail.drop { $0 != index }
    let names = (Array(cycle) + [index]).map { Excerpt(declarations[$0].path).description }
    let token = declarations[index]
    let next = cycle.count > 1 ? declarations[cycle[cycle.startIndex + 1]].path : token.path
    let member = token.members.first { substitution.alias(in: $0.value) == next }
    let isValue = substitution.alias(in: token.value) == next
    let value = token.valueName
    return fail(
      index, isValue ? value : member.map { Self.place(of: $0.name) } ?? value,
      "refers to itself: \(names.joined(separator: " → "))", "cycle")
  }

  /// Reports a problem: as an error if it concerns an essential token, otherwise as a note of the
  /// kind.
  private mutating func fail(
    _ index: Int, _ member: String, _ message: String, _ kind: String
  ) -> Outcome {
    let token = declarations[index]
    if isEssential {
      errors.append(ThemeRemark(token.path, token.source, at: member, message))
      return .wrong
    }
    note(index, kind, at: member, message)
    return .leftOut(kind)
  }

  private mutating func fail(
    _ index: Int, _ member: String, _ fault: ThemeFault, _ kind: String
  ) -> Outcome {
    let places = [member, fault.member].filter { !$0.isEmpty }
    return fail(index, places.joined(separator: "."), fault.message, kind)
  }

  private mutating func note(
    _ index: Int, _ kind: String, at member: String, _ message: String, isFault: Bool = true
  ) {
    guard noted.insert(index).inserted else { return }
    let token = declarations[index]
    notes.add(
      kind, .leftOut, token.path, token.source, at: member, message, isFault: isFault)
  }

  private mutating func leaveOut(_ index: Int, unknown name: String) -> Outcome {
    let kind = "type \(name)"
    let names = ThemeTokenType.allCases.map(\.rawValue)
    note(
      index, kind, at: "",
      ThemeTokenType.foreign.contains(name)
        ? "nothing here reads tokens of the type \(name)"
        : "there is no type '\(Excerpt(name))'"
          + NearestName.advice(name, among: names + ThemeTokenType.foreign), isFault: false)
    return .leftOut(kind)
  }
}
