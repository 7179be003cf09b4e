import ButtonModel
import JSONRPC

/// Follows a file's aliases, so that every token has its own type and value.
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
    /// It is of a type that is not read, and why.
    case leftOut(String)
    /// It, or what it refers to, is wrong, and an error says so.
    case wrong
  }

  private(set) var errors: [ThemeRemark] = []
  private(set) var warnings: [ThemeRemark] = []
  private let declarations: [ThemeDeclaration]
  private let places: [String: Int]
  private var outcomes: [Outcome]
  /// The chain of tokens that refer to the one being resolved.
  private var trail: [Int] = []
  private let substitution: ThemeSubstitution
  /// The tokens of each type that is not read, and of names that are not.
  private var leftOut: [(reason: String, tokens: [ThemeDeclaration])] = []

  /// Resolves all tokens, or as many as it takes to find `maximumErrors` errors.
  init(_ file: ThemeDeclarations) {
    declarations = file.all
    places = file.places
    substitution = ThemeSubstitution(file.root)
    outcomes = Array(repeating: .waiting, count: declarations.count)
    for index in declarations.indices where errors.count < ThemeFile.maximumErrors {
      _ = resolve(index)
    }
  }

  /// The tokens that have a value, and a name that plugins can read; call it once.
  mutating func tokens() -> [Theme.Token] {
    var tokens: [Theme.Token] = []
    for (declaration, outcome) in zip(declarations, outcomes) {
      guard case .resolved(let resolved) = outcome else { continue }
      let path = UTF8String(declaration.key)
      guard StateKey.isValid(path) else {
        note(
          declaration,
          "plugins read paths of A–Z, a–z, 0–9, _ and - with dots between them, at "
            + "most \(StateKey.maximumBytes) bytes and \(StateKey.maximumSegments) names")
        continue
      }
      tokens.append(
        Theme.Token(path: path, type: resolved.type, value: resolved.value.stateValue))
    }
    for (reason, tokens) in leftOut { warnings.append(ThemeResolution.remark(on: tokens, reason)) }
    return tokens
  }

  /// One remark on all tokens that are left out for one reason; it names the first of them.
  private static func remark(on tokens: [ThemeDeclaration], _ reason: String) -> ThemeRemark {
    let first = tokens[0]
    let others = tokens[1...].prefix(maximumNames - 1).map { Excerpt($0.path).description }
    let more = tokens.count - 1 - others.count
    let names = others.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let text =
      others.isEmpty
      ? "is left out" : "is left out, and so \(tokens.count == 2 ? "is" : "are") \(names)"
    return ThemeRemark(first.path, first.source, "\(text): \(reason)")
  }

  /// No more tokens that are left out are named.
  private static let maximumNames = 3

  private mutating func note(_ token: ThemeDeclaration, _ reason: String) {
    if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
      leftOut[index].tokens.append(token)
    } else {
      leftOut.append((reason, [token]))
    }
  }

  private mutating func resolve(_ index: Int) -> Outcome {
    switch outcomes[index] {
    case .resolved, .leftOut, .wrong: return outcomes[index]
    case .atWork:
      reportCycle(to: index)
      return .wrong
    case .waiting: break
    }
    outcomes[index] = .atWork
    trail.append(index)
    let outcome = compute(declarations[index])
    trail.removeLast()
    outcomes[index] = outcome
    return outcome
  }

  private mutating func compute(_ token: ThemeDeclaration) -> Outcome {
    let base: Resolved
    if let alias = substitution.alias(in: token.value) {
      switch follow(alias, of: token, at: token.valueName) {
      case .resolved(let resolved): base = resolved
      case .leftOut(let reason):
        return leaveOut(token, reason)
      case .wrong, .waiting, .atWork: return .wrong
      }
      if let name = token.ownType, name != base.type.rawValue {
        return fail(
          token, token.valueName,
          "is of the type \(Excerpt(name)), but '\(Excerpt(alias))' is of the type \(base.type.rawValue)"
        )
      }
    } else {
      guard let name = token.ownType ?? token.groupType else {
        return fail(token, "", "has no type: give it or a group around it a $type")
      }
      guard let type = ThemeTokenType(rawValue: name) else { return leaveOut(token, unknown: name) }
      do throws(ThemeFault) {
        let value = try substitution.value(token.value) { value throws(ThemeFault) in
          try ThemeValue.read(value, as: type)
        }
        base = Resolved(type: type, value: value, chain: 0)
      } catch {
        return fail(token, "$value", error)
      }
    }
    return add(token.members, to: base, of: token)
  }

  /// Gives a colour other values for dark displays and for raised contrast.
  private mutating func add(
    _ members: [(name: ThemeColor.Member, value: JSONElement)], to base: Resolved,
    of token: ThemeDeclaration
  ) -> Outcome {
    guard let first = members.first else { return .resolved(base) }
    guard case .color(var color) = base.value else {
      return fail(token, ThemeResolution.place(of: first.name), "only colours have such a member")
    }
    var chain = base.chain
    for (name, value) in members {
      let place = ThemeResolution.place(of: name)
      if let alias = substitution.alias(in: value) {
        switch follow(alias, of: token, at: place) {
        case .resolved(let target):
          guard case .color(let other) = target.value else {
            return fail(
              token, place,
              "must be a color, but '\(Excerpt(alias))' is of the type \(target.type.rawValue)")
          }
          color[name] = other[name]
          chain = max(chain, target.chain)
        case .leftOut:
          return fail(token, place, "refers to '\(Excerpt(alias))', which is not a color")
        case .wrong, .waiting, .atWork: return .wrong
        }
      } else {
        do throws(ThemeFault) {
          color[name] = try ThemeValue.color(value)
        } catch {
          return fail(token, place, error)
        }
      }
    }
    return .resolved(Resolved(type: base.type, value: .color(color), chain: chain))
  }

  private static func place(of member: ThemeColor.Member) -> String {
    "$extensions.buttond.\(member.rawValue)"
  }

  /// The token that an alias refers to, one link further from its value.
  private mutating func follow(
    _ alias: String, of token: ThemeDeclaration, at member: String
  ) -> Outcome {
    guard let index = places[alias] else {
      let isGroup = declarations.contains { $0.path.hasPrefix(alias + ".") }
      let ownToken = "\(alias).\(ThemeGroup.root)"
      let advice = places[ownToken] == nil ? "" : ": write {\(ownToken)} for its own token"
      let what =
        isGroup
        ? "is a group, not a token\(advice)"
        : "does not exist" + NearestName.advice(alias, among: declarations.map(\.path))
      return fail(
        token, member,
        "'\(Excerpt(alias))' \(what)")
    }
    if trail.count > ThemeFile.maximumChain { return failTooLong(token, member) }
    guard case .resolved(let target) = resolve(index) else {
      if case .leftOut = outcomes[index] { return outcomes[index] }
      return .wrong
    }
    guard target.chain < ThemeFile.maximumChain else { return failTooLong(token, member) }
    return .resolved(Resolved(type: target.type, value: target.value, chain: target.chain + 1))
  }

  private mutating func failTooLong(_ token: ThemeDeclaration, _ member: String) -> Outcome {
    fail(
      token, member, "begins a chain of more than \(ThemeFile.maximumChain) aliases: shorten it")
  }

  private mutating func reportCycle(to index: Int) {
    let cycle = trail.drop { $0 != index }
    let names = (Array(cycle) + [index]).map { Excerpt(declarations[$0].path).description }
    let token = declarations[index]
    let next = cycle.count > 1 ? declarations[cycle[cycle.startIndex + 1]].path : token.path
    let member = token.members.first { substitution.alias(in: $0.value) == next }
    let isValue = substitution.alias(in: token.value) == next
    let value = token.valueName
    errors.append(
      ThemeRemark(
        token.path, token.source,
        at: isValue ? value : member.map { Self.place(of: $0.name) } ?? value,
        "refers to itself: \(names.joined(separator: " → "))"))
  }

  private mutating func fail(
    _ token: ThemeDeclaration, _ member: String, _ message: String
  ) -> Outcome {
    errors.append(ThemeRemark(token.path, token.source, at: member, message))
    return .wrong
  }

  private mutating func fail(
    _ token: ThemeDeclaration, _ member: String, _ fault: ThemeFault
  ) -> Outcome {
    fail(token, fault.member.isEmpty ? member : "\(member).\(fault.member)", fault.message)
  }

  private mutating func leaveOut(_ token: ThemeDeclaration, _ reason: String) -> Outcome {
    note(token, reason)
    return .leftOut(reason)
  }

  private mutating func leaveOut(_ token: ThemeDeclaration, unknown name: String) -> Outcome {
    if ThemeTokenType.foreign.contains(name) {
      return leaveOut(token, "nothing here reads tokens of the type \(name)")
    }
    let names = ThemeTokenType.allCases.map(\.rawValue)
    return leaveOut(
      token,
      "there is no type '\(Excerpt(name))'"
        + NearestName.advice(name, among: names + ThemeTokenType.foreign))
  }
}
