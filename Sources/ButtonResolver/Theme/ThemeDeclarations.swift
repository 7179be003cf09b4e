import ButtonModel
import JSONRPC

/// A token as it is written: what it says of itself, before aliases are followed.
struct ThemeDeclaration {
  let path: String
  /// The name in its own `$type`.
  let ownType: String?
  /// The name in the `$type` of the nearest group that has one.
  let groupType: String?
  let value: JSONElement
  /// The members of `$extensions.buttond`.
  let members: [(name: ThemeColor.Member, value: JSONElement)]
}

/// Collects a file's tokens from its groups.
struct ThemeDeclarations {
  /// The tokens, in the file's order.
  private(set) var all: [ThemeDeclaration] = []
  /// Their places in `all`, by path.
  private(set) var places: [String: Int] = [:]
  private(set) var errors: [ThemeRemark] = []
  private(set) var warnings: [ThemeRemark] = []

  private static let groupMembers = ["$type", "$description", "$extensions", "$deprecated"]
  private static let tokenMembers = groupMembers + ["$value"]

  /// Reads the tokens of a file.
  init(_ root: JSONElement) {
    guard root.isObject else {
      errors.append(ThemeRemark("", "must be an object of groups and tokens"))
      return
    }
    readGroup(root, "", type: nil)
    if all.count > ThemeFile.maximumTokens {
      errors.append(
        ThemeRemark("", "has \(all.count) tokens; \(ThemeFile.maximumTokens) are the most"))
    }
  }

  private mutating func readGroup(_ group: JSONElement, _ path: String, type: String?) {
    let type = readType(group, path) ?? type
    for (key, value) in group.members {
      let name = key.string
      if name.hasPrefix("$") {
        checkMember(name, of: path, among: Self.groupMembers)
        continue
      }
      let path = path.isEmpty ? name : "\(path).\(name)"
      guard ThemeName.isValid(name) else {
        errors.append(
          ThemeRemark(
            path, "'\(Excerpt(name))' is not a valid name: it is empty or contains '.', '{' or '}'")
        )
        continue
      }
      guard value.isObject else {
        errors.append(ThemeRemark(path, "must be a group or a token, an object with $value"))
        continue
      }
      if let written = value.member("$value") {
        readToken(value, path, written, groupType: type)
      } else {
        readGroup(value, path, type: type)
      }
    }
  }

  private mutating func readToken(
    _ token: JSONElement, _ path: String, _ value: JSONElement, groupType: String?
  ) {
    for (key, _) in token.members {
      let name = key.string
      if name.hasPrefix("$") {
        checkMember(name, of: path, among: Self.tokenMembers)
      } else {
        errors.append(
          ThemeRemark(
            path, at: name, "'\(Excerpt(name))' stands in a token; only groups hold tokens"))
      }
    }
    guard places[path] == nil else {
      errors.append(ThemeRemark(path, "is there twice"))
      return
    }
    places[path] = all.count
    all.append(
      ThemeDeclaration(
        path: path, ownType: readType(token, path), groupType: groupType, value: value,
        members: readMembers(token, path)))
  }

  private mutating func readType(_ object: JSONElement, _ path: String) -> String? {
    guard let type = object.member("$type") else { return nil }
    guard let name = type.string else {
      errors.append(ThemeRemark(path, at: "$type", "must be a string"))
      return nil
    }
    return name
  }

  private mutating func readMembers(
    _ token: JSONElement, _ path: String
  ) -> [(name: ThemeColor.Member, value: JSONElement)] {
    guard let own = token.member("$extensions")?.member("buttond") else { return [] }
    let known = ThemeColor.Member.allCases.map(\.rawValue)
    var found: [ThemeColor.Member: JSONElement] = [:]
    for (key, value) in own.members {
      if let member = ThemeColor.Member(rawValue: key.string) {
        found[member] = value
      } else {
        checkMember(key.string, of: path, at: "$extensions.buttond.", among: known)
      }
    }
    return ThemeColor.Member.allCases.compactMap { name in found[name].map { (name, $0) } }
  }

  private mutating func checkMember(
    _ name: String, of path: String, at place: String = "", among names: [String]
  ) {
    if names.contains(name) { return }
    warnings.append(
      ThemeRemark(
        path, at: place + name,
        "'\(Excerpt(name))' is ignored: it is not known here\(NearestName.advice(name, among: names))"
      )
    )
  }
}
