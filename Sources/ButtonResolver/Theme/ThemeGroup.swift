import ButtonModel
import JSONRPC

/// A group or a token as files write it, after what several files say of it is laid together.
final class ThemeGroup {
  /// Where something is written.
  struct Source {
    /// The file's number.
    let file: Int
    /// The path in the file.
    let place: String
  }

  /// What another part of the document is named by, in `$extends` or `$ref`.
  struct Reference {
    let path: [String]
    let text: String
    let source: Source
  }

  let source: Source
  /// The name in its own `$type`.
  var type: String?
  /// The token itself; nil for a group.
  let token: JSONElement?
  /// The group that this one extends.
  var base: Reference?
  /// In the order of the files.
  private(set) var names: [String] = []
  private var children: [String: ThemeGroup] = [:]
  /// How far it has what it extends.
  var phase = Phase.asWritten

  /// How far a group has what it and the groups in it extend.
  enum Phase {
    case asWritten, addingBase, hasBase, complete
  }

  /// The name of the token that stands for a group itself.
  static let root = "$root"

  init(_ source: Source, token: JSONElement? = nil) {
    self.source = source
    self.token = token
  }

  /// What is in the group under a name.
  subscript(name: String) -> ThemeGroup? { children[name] }

  /// Puts something under a name, in place of what is there.
  func put(_ child: ThemeGroup, as name: String) {
    if children.updateValue(child, forKey: name) == nil { names.append(name) }
  }

  /// What a path leads to from here.
  func find(_ path: some Sequence<String>) -> ThemeGroup? {
    var found = self
    for name in path {
      guard let next = found[name] else { return nil }
      found = next
    }
    return found
  }

  /// Adds what another group has and this one has not; where both have a group, to all depths.
  func inherit(from other: ThemeGroup) {
    type = type ?? other.type
    for name in other.names {
      guard let theirs = other[name] else { continue }
      guard let ours = self[name] else {
        put(theirs, as: name)
        continue
      }
      guard ours.token == nil, theirs.token == nil else { continue }
      ours.inherit(from: theirs)
    }
  }
}

/// Adds to groups what they extend.
struct ThemeExpansion {
  private let root: ThemeGroup
  private(set) var errors: [ThemeRemark] = []
  /// How many groups are being completed, each for the one before.
  private var depth = 0

  init(_ root: ThemeGroup) { self.root = root }

  /// Completes all groups.
  mutating func expandAll() { _ = complete(root) }

  /// Adds what a group and all groups in it extend; false when that is being done, which it must not
  /// be for what is extended.
  private mutating func complete(_ group: ThemeGroup) -> Bool {
    if group.phase == .complete || group.token != nil { return true }
    guard group.phase == .asWritten, depth < 2 * ThemeFile.maximumChain else { return false }
    depth += 1
    defer { depth -= 1 }
    addBase(to: group)
    for name in group.names {
      if let child = group[name] { _ = complete(child) }
    }
    group.phase = .complete
    return true
  }

  private mutating func addBase(to group: ThemeGroup) {
    guard group.phase == .asWritten else { return }
    group.phase = .addingBase
    defer { group.phase = .hasBase }
    guard let base = group.base, errors.count < ThemeFile.maximumErrors else { return }
    var found = root
    for name in base.path {
      if depth < 2 * ThemeFile.maximumChain { addBase(to: found) }
      guard let next = found[name] else {
        return fail(base, "'\(Excerpt(base.text))' does not exist\(advice(base.path))")
      }
      found = next
    }
    if found.token != nil { return fail(base, "'\(Excerpt(base.text))' is a token, not a group") }
    guard complete(found) else {
      return fail(base, "extends itself, or begins a chain of too many groups")
    }
    group.inherit(from: found)
  }

  /// The nearest path of a group.
  private func advice(_ path: [String]) -> String {
    guard let last = path.last, let parent = root.find(path.dropLast()) else { return "" }
    return NearestName.advice(last, among: parent.names)
  }

  private mutating func fail(_ base: ThemeGroup.Reference, _ message: String) {
    errors.append(ThemeRemark("", base.source, message))
  }
}
