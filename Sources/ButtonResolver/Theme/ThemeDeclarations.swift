import ButtonModel
import JSONRPC

/// A token as it is written: what it says of itself, before aliases are followed.
struct ThemeDeclaration {
  /// The path by which others refer to it; `$root` is its last name where it stands for its group.
  let path: String
  /// The path that plugins read.
  let key: String
  let source: ThemeGroup.Source
  /// The name in its own `$type`.
  let ownType: String?
  /// The name in the `$type` of the nearest group that has one.
  let groupType: String?
  /// The value, or the whole token where that has a `$ref` instead.
  let value: JSONElement
  /// The member that the value is in.
  let valueName: String
  /// The members of `$extensions.buttond`.
  let members: [(name: ThemeColor.Member, value: JSONElement)]
}

/// Collects the tokens of files from their groups; of two files the later one has the last word.
struct ThemeDeclarations {
  /// The tokens, in the files' order.
  private(set) var all: [ThemeDeclaration] = []
  /// Their places in `all`, by path.
  private(set) var places: [String: Int] = [:]
  private(set) var errors: [ThemeRemark] = []
  private(set) var warnings: [ThemeRemark] = []
  /// All groups and tokens.
  let root = ThemeGroup(ThemeGroup.Source(file: 0, place: ""))
  private var groupCount = 0
  private var isTooLarge = false
  /// With what groups extend there may be many more than are written.
  private static let maximumGroups = 4 * ThemeFile.maximumTokens

  private static let groupMembers = [
    "$type", "$description", "$extensions", "$deprecated", "$extends", "$ref", "$root", "$schema",
  ]
  private static let tokenMembers = [
    "$type", "$description", "$extensions", "$deprecated", "$value", "$ref",
  ]

  /// Reads the tokens of files.
  init(_ files: [JSONElement]) {
    for (file, json) in files.enumerated() {
      guard json.isObject else {
        errors.append(
          ThemeRemark("", .init(file: file, place: ""), "must be an object of groups and tokens"))
        continue
      }
      readGroup(json, into: root, "", file)
    }
    var expansion = ThemeExpansion(root)
    expansion.expandAll()
    errors += expansion.errors
    list(root, "", type: nil)
    if all.count > ThemeFile.maximumTokens {
      errors.append(
        ThemeRemark(
          "", .init(file: 0, place: ""),
          "has \(all.count) tokens; \(ThemeFile.maximumTokens) are the most"))
    }
  }

  // MARK: Reading

  private mutating func readGroup(
    _ json: JSONElement, into group: ThemeGroup, _ path: String, _ file: Int
  ) {
    if let type = readType(json, path, file) { group.type = type }
    group.base = readBase(json, path, file) ?? group.base
    var written: Set<String> = []
    for (key, value) in json.members {
      let name = key.string
      if name.hasPrefix("$"), name != ThemeGroup.root {
        checkMember(name, of: path, file, among: Self.groupMembers)
        continue
      }
      let path = path.isEmpty ? name : "\(path).\(name)"
      let source = ThemeGroup.Source(file: file, place: path)
      guard name == ThemeGroup.root || ThemeName.isValid(name) else {
        errors.append(
          ThemeRemark(
            path, source,
            "'\(Excerpt(name))' is not a valid name: it is empty or contains '.', '{' or '}'"))
        continue
      }
      guard value.isObject else {
        errors.append(ThemeRemark(path, source, Self.noToken(name, value)))
        continue
      }
      guard written.insert(name).inserted || !Self.isToken(value) else {
        errors.append(ThemeRemark(path, source, "is there twice"))
        continue
      }
      if Self.isToken(value) {
        checkToken(value, path, file)
        let token = ThemeGroup(source, token: value)
        token.type = readType(value, path, file)
        group.put(token, as: name)
      } else if let hint = Self.hint(value) {
        errors.append(ThemeRemark(path, source, at: hint.member, hint.message))
      } else {
        let present = group[name].flatMap { $0.token == nil ? $0 : nil }
        let child = present ?? ThemeGroup(source)
        if present == nil { group.put(child, as: name) }
        readGroup(value, into: child, path, file)
      }
    }
  }

  /// What has a value, or refers to one: a `$ref` without a value and without members is taken for a
  /// token's where it does not lead to a group.
  private static func isToken(_ json: JSONElement) -> Bool {
    if json.member("$value") != nil { return true }
    guard let reference = json.member("$ref")?.string else { return false }
    return reference.split(separator: "/").last == "$value"
  }

  /// What to write instead of something that is neither group nor token.
  private static func noToken(_ name: String, _ value: JSONElement) -> String {
    guard name == "value" || name == "type" else {
      return "must be a group or a token, an object with $value"
    }
    return "write $\(name): the names of Design Tokens' own members begin with $"
  }

  /// A token of other formats, which have `value` and `type`: said once, not for each member.
  private static func hint(_ json: JSONElement) -> (member: String, message: String)? {
    guard let value = json.member("value") else { return nil }
    guard !value.isObject || json.member("type")?.isString == true else { return nil }
    let other = json.member("type")?.isString == true ? " and $type" : ""
    return ("value", "write $value\(other): the names of Design Tokens' own members begin with $")
  }

  private mutating func checkToken(_ token: JSONElement, _ path: String, _ file: Int) {
    for (key, _) in token.members {
      let name = key.string
      if name.hasPrefix("$") {
        checkMember(name, of: path, file, among: Self.tokenMembers)
      } else {
        errors.append(
          ThemeRemark(
            path, .init(file: file, place: path), at: name,
            "'\(Excerpt(name))' stands in a token; only groups hold tokens"))
      }
    }
  }

  private mutating func readType(
    _ object: JSONElement, _ path: String, _ file: Int
  ) -> String? {
    guard let type = object.member("$type") else { return nil }
    guard let name = type.string else {
      errors.append(
        ThemeRemark(path, .init(file: file, place: path), at: "$type", "must be a string"))
      return nil
    }
    return name
  }

  /// The group that a group extends.
  private mutating func readBase(
    _ group: JSONElement, _ path: String, _ file: Int
  ) -> ThemeGroup.Reference? {
    guard
      let (name, value) = group.member("$extends").map({ ("$extends", $0) })
        ?? group.member("$ref").map({ ("$ref", $0) })
    else { return nil }
    let source = ThemeGroup.Source(file: file, place: path.isEmpty ? name : "\(path).\(name)")
    guard let reference = ThemeName.reference(value, isPointer: name == "$ref") else {
      errors.append(
        ThemeRemark(
          path, source,
          ##"must name a group: "$extends": "{group}", or "$ref": "#/group""##))
      return nil
    }
    return ThemeGroup.Reference(path: reference.path, text: reference.text, source: source)
  }

  // MARK: Listing

  private mutating func list(_ group: ThemeGroup, _ path: String, type: String?, depth: Int = 0) {
    let type = group.type ?? type
    groupCount += 1
    if depth > JSONParser.maxDepth || groupCount > Self.maximumGroups {
      if !isTooLarge {
        errors.append(ThemeRemark(path, group.source, "holds too many groups in one another"))
      }
      isTooLarge = true
    }
    for name in group.names {
      if isTooLarge || all.count > ThemeFile.maximumTokens { return }
      guard let child = group[name] else { continue }
      let childPath = path.isEmpty ? name : "\(path).\(name)"
      guard let token = child.token else {
        list(child, childPath, type: type, depth: depth + 1)
        continue
      }
      let value = token.member("$value")
      places[childPath] = all.count
      all.append(
        ThemeDeclaration(
          path: childPath, key: name == ThemeGroup.root && !path.isEmpty ? path : childPath,
          source: child.source, ownType: child.type, groupType: type, value: value ?? token,
          valueName: value == nil ? "$ref" : "$value",
          members: readMembers(token, childPath, child.source)))
    }
  }

  private mutating func readMembers(
    _ token: JSONElement, _ path: String, _ source: ThemeGroup.Source
  ) -> [(name: ThemeColor.Member, value: JSONElement)] {
    guard let own = token.member("$extensions")?.member("buttond") else { return [] }
    let known = ThemeColor.Member.allCases.map(\.rawValue)
    var found: [ThemeColor.Member: JSONElement] = [:]
    for (key, value) in own.members {
      if let member = ThemeColor.Member(rawValue: key.string) {
        found[member] = value
      } else {
        checkMember(
          key.string, of: source.place, source.file, at: "$extensions.buttond.", among: known)
      }
    }
    return ThemeColor.Member.allCases.compactMap { name in found[name].map { (name, $0) } }
  }

  private mutating func checkMember(
    _ name: String, of path: String, _ file: Int, at place: String = "", among names: [String]
  ) {
    if names.contains(name) { return }
    warnings.append(
      ThemeRemark(
        path, .init(file: file, place: path), at: place + name,
        "'\(Excerpt(name))' is ignored: it is not known here\(NearestName.advice(name, among: names))"
      )
    )
  }
}
