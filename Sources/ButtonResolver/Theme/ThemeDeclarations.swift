import ButtonModel
import JSONRPC

/// A token as it is written, before aliases are followed.
struct ThemeDeclaration {
  /// The path in references; it ends in `$root` for a token that stands for its group.
  let path: String
  /// The path that plugins read.
  let key: String
  let source: ThemeGroup.Source
  /// Its `$type`.
  let ownType: String?
  /// The `$type` of the nearest group that has one.
  let groupType: String?
  /// The whole token if it has a `$ref` instead of a value.
  let value: JSONElement
  /// The member that holds the value.
  let valueName: String
  /// An error of the whole token.
  let fault: ThemeFault?
  /// The members of `$extensions.buttond`.
  let members: [(name: ThemeColor.Member, value: JSONElement)]
}

/// Collects tokens from files; later files override earlier ones.
struct ThemeDeclarations {
  /// In the files' order.
  private(set) var all: [ThemeDeclaration] = []
  /// Into `all`, by path.
  private(set) var places: [String: Int] = [:]
  private(set) var errors: [ThemeRemark] = []
  private(set) var notes = ThemeNotes()
  let root = ThemeGroup(ThemeGroup.Source(file: 0, place: ""))
  private var groupCount = 0
  private var isTooLarge = false
  /// `$extends` may multiply the groups that are written.
  private static let maximumGroups = 4 * ThemeFile.maximumTokens

  /// The paths of tokens whose errors refuse a theme.
  private let essentials: Set<String>

  private static let groupMembers = [
    "$type", "$description", "$extensions", "$deprecated", "$extends", "$ref", "$root", "$schema",
  ]
  private static let tokenMembers = [
    "$type", "$description", "$extensions", "$deprecated", "$value", "$ref",
  ]

  /// `essentials` are the paths of tokens that must be right in every theme.
  init(_ files: [JSONElement], essentials: Set<String>) {
    self.essentials = essentials
    for (file, json) in files.enumerated() {
      guard json.isObject else {
        errors.append(
          ThemeRemark("", .init(file: file, place: ""), "must be an object of groups and tokens"))
        continue
      }
      if ThemeDeclarations.isResolver(json) {
        errors.append(ThemeRemark("", .init(file: file, place: ""), ThemeFile.resolverAdvice))
        continue
      }
      readGroup(json, into: root, "", file)
    }
    var expansion = ThemeExpansion(root)
    expansion.expandAll()
    for (base, message) in expansion.faults { fail(base.group, base.source, base.member, message) }
    list(root, "", type: nil)
    if all.count > ThemeFile.maximumTokens {
      errors.append(
        ThemeRemark(
          "", .init(file: 0, place: ""),
          "has \(all.count) tokens; \(ThemeFile.maximumTokens) are the most"))
    }
  }

  /// A resolver document has members that say how files are combined; it has no tokens.
  private static func isResolver(_ json: JSONElement) -> Bool {
    json.member("resolutionOrder")?.isArray == true && json.member("version")?.isString == true
  }

  // MARK: Reading

  private mutating func readGroup(
    _ json: JSONElement, into group: ThemeGroup, _ path: String, _ file: Int
  ) {
    let own = ThemeGroup.Source(file: file, place: path)
    group.written = json
    if let type = json.member("$type")?.string { group.type = type }
    readBase(json, of: group, path, own)
    var written: Set<String> = []
    var isEmpty = true
    for (key, value) in json.members {
      let name = key.string
      if name.hasPrefix("$"), name != ThemeGroup.root {
        checkMember(name, value, of: path, own, among: Self.groupMembers)
        continue
      }
      isEmpty = false
      let path = path.isEmpty ? name : "\(path).\(name)"
      let source = ThemeGroup.Source(file: file, place: path)
      guard name == ThemeGroup.root || ThemeName.isValid(name) else {
        notes.add(
          "name", .leftOut, path, source,
          "a name must not be empty or contain '.', '{' or '}', nor begin with '$'")
        continue
      }
      let isFirst = written.insert(name).inserted
      read(value, name, into: group, path, source, isTwice: !isFirst)
    }
    if isEmpty, group.type != nil, group.base == nil, !path.isEmpty {
      notes.add("empty", .leftOut, path, own, "has a $type, but neither $value nor tokens")
    }
  }

  private mutating func read(
    _ value: JSONElement, _ name: String, into group: ThemeGroup, _ path: String,
    _ source: ThemeGroup.Source, isTwice: Bool
  ) {
    if let fault = Self.fault(value, name) {
      return group.put(ThemeGroup(source, token: value, fault: fault), as: name)
    }
    if Self.isToken(value) {
      let fault = isTwice ? ThemeFault("is there twice") : checkToken(value, path, source)
      let token = ThemeGroup(source, token: value, fault: fault)
      token.type = value.member("$type")?.string
      return group.put(token, as: name)
    }
    let present = group[name].flatMap { $0.token == nil && $0.reference == nil ? $0 : nil }
    // A lone `$ref` may be a token's, unless an earlier file has a group here to add to.
    if present == nil, value.member("$ref") != nil,
      value.members.allSatisfy({ key, _ in key.string.hasPrefix("$") })
    {
      let token = ThemeGroup(source)
      token.reference = value
      token.type = value.member("$type")?.string
      for (key, member) in value.members {
        checkMember(key.string, member, of: path, source, among: Self.tokenMembers)
      }
      readBase(value, of: token, path, source)
      return group.put(token, as: name)
    }
    let child = present ?? ThemeGroup(source)
    if present == nil { group.put(child, as: name) }
    readGroup(value, into: child, path, source.file)
  }

  /// It has a value, or refers to one inside a token.
  private static func isToken(_ json: JSONElement) -> Bool {
    if json.member("$value") != nil { return true }
    guard let reference = json.member("$ref")?.string else { return false }
    return reference.split(separator: "/").contains { $0.hasPrefix("$") && $0 != ThemeGroup.root }
  }

  /// Returns the fault of something that is neither group nor token; nil if it is one.
  private static func fault(_ json: JSONElement, _ name: String) -> ThemeFault? {
    guard json.isObject else {
      guard name == "value" || name == "type" else {
        return ThemeFault("must be a group or a token, an object with $value")
      }
      return ThemeFault("write $\(name): the names of Design Tokens' own members begin with $")
    }
    // A token of other formats, which have `value` and `type`: one error, not one per member.
    guard let value = json.member("value"), json.member("$value") == nil else { return nil }
    let hasType = json.member("type")?.isString == true
    guard !value.isObject || hasType else { return nil }
    return ThemeFault(
      "write $value\(hasType ? " and $type" : ""): the names of Design Tokens' own members begin with $",
      in: "value")
  }

  private mutating func checkToken(
    _ token: JSONElement, _ path: String, _ source: ThemeGroup.Source
  ) -> ThemeFault? {
    if let type = token.member("$type"), !type.isString {
      return ThemeFault("must be a string", in: "$type")
    }
    for (key, value) in token.members {
      let name = key.string
      if !name.hasPrefix("$"), Self.holdsToken(value) {
        return ThemeFault("'\(Excerpt(name))' stands in a token; only groups hold tokens", in: name)
      }
      checkMember(name, value, of: path, source, among: Self.tokenMembers)
    }
    if token.member("$value") != nil, token.member("$ref") != nil {
      return ThemeFault("has a $value and a $ref: leave one of them out", in: "$ref")
    }
    return nil
  }

  private static func holdsToken(_ json: JSONElement) -> Bool {
    json.member("$value") != nil || json.members.contains { holdsToken($0.1) }
  }

  private mutating func readBase(
    _ json: JSONElement, of group: ThemeGroup, _ path: String, _ source: ThemeGroup.Source
  ) {
    guard
      let (name, value) = json.member("$extends").map({ ("$extends", $0) })
        ?? json.member("$ref").map({ ("$ref", $0) })
    else { return }
    guard let reference = ThemeName.reference(value) else {
      let message =
        ##"must name a group: "$extends": "{group}", or "$ref": "#/group""##
      if let token = group.reference {
        group.becomeToken(token, fault: ThemeFault(ThemeDeclarations.refusal(of: value), in: name))
      } else {
        fail(path, source, name, message)
      }
      return
    }
    group.base = ThemeGroup.Reference(
      group: path, path: reference.path, text: reference.text, source: source, member: name)
  }

  private static func refusal(of value: JSONElement) -> String {
    guard let text = value.string else { return "must be a pointer, such as #/a/b" }
    return "'\(Excerpt(text))' is not a pointer into this theme, such as #/a/b"
  }

  /// An error if the group has an essential token, otherwise a note.
  private mutating func fail(
    _ path: String, _ source: ThemeGroup.Source, _ member: String, _ message: String
  ) {
    let prefix = path.isEmpty ? "" : path + "."
    if essentials.contains(where: { $0.hasPrefix(prefix) }) {
      errors.append(ThemeRemark(path, source, at: member, message))
    } else {
      notes.add("base", .ignored(member), path, source, at: member, message)
    }
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
          source: child.source, ownType: child.type, groupType: child.writtenType ?? type,
          value: value ?? token, valueName: value == nil ? "$ref" : "$value", fault: child.fault,
          members: readMembers(token, childPath, child.source)))
    }
  }

  private mutating func readMembers(
    _ token: JSONElement, _ path: String, _ source: ThemeGroup.Source
  ) -> [(name: ThemeColor.Member, value: JSONElement)] {
    guard let own = token.member("$extensions")?.member("buttond") else { return [] }
    var found: [ThemeColor.Member: JSONElement] = [:]
    for (key, value) in own.members {
      if let member = ThemeColor.Member(rawValue: key.string) {
        found[member] = value
      } else {
        ignore(
          key.string, of: path, source, at: "$extensions.buttond.",
          among: ThemeColor.Member.allCases.map(\.rawValue))
      }
    }
    return ThemeColor.Member.allCases.compactMap { name in found[name].map { (name, $0) } }
  }

  private mutating func checkMember(
    _ name: String, _ value: JSONElement, of path: String, _ source: ThemeGroup.Source,
    among names: [String]
  ) {
    guard names.contains(name) else { return ignore(name, of: path, source, among: names) }
    let wanted: String? =
      switch name {
      case "$type", "$description": value.isString ? nil : "a text"
      case "$extensions": value.isObject ? nil : "an object"
      case "$deprecated": value.isString || value.bool != nil ? nil : "true, false or a text"
      default: nil
      }
    guard let wanted else { return }
    notes.add(name, .ignored(name), path, source, at: name, "it must be \(wanted)")
  }

  private mutating func ignore(
    _ name: String, of path: String, _ source: ThemeGroup.Source, at place: String = "",
    among names: [String]
  ) {
    let reason =
      ["$themes", "$metadata"].contains(name)
      ? Self.setsAdvice : "it is not known here\(NearestName.advice(name, among: names))"
    notes.add(place + name, .ignored(name), path, source, at: place + name, reason)
  }

  /// Advice on an export of Tokens Studio with all sets in one file, where aliases name no set.
  private static let setsAdvice =
    "the groups beside it are sets of Tokens Studio. Export each as a file, and name those of one theme in "
    + "their order: theme: [global.tokens.json, light.tokens.json]"
}
