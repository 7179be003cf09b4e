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
  /// The names of what another group has, too.
  private var shared: Set<String> = []
  /// Whether it has what it extends.
  var baseProgress = Progress.none
  /// Whether it and all groups in it have what they extend.
  var completion = Progress.none

  /// How far something is done.
  enum Progress {
    case none, begun, done
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
        shared.insert(name)
        continue
      }
      guard ours.token == nil, theirs.token == nil, ours !== theirs else { continue }
      let own = shared.remove(name) == nil ? ours : ours.copy()
      put(own, as: name)
      own.inherit(from: theirs)
    }
  }

  /// A group that has the same in it; only complete ones are copied.
  private func copy() -> ThemeGroup {
    let copy = ThemeGroup(source)
    copy.inherit(from: self)
    copy.completion = .done
    return copy
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
  /// be for what is extended, nor for a group in it.
  private mutating func complete(_ group: ThemeGroup) -> Bool {
    if group.completion == .done || group.token != nil { return true }
    guard group.completion == .none, group.baseProgress != .begun,
      depth < 2 * ThemeFile.maximumChain
    else { return false }
    group.completion = .begun
    depth += 1
    defer {
      depth -= 1
      group.completion = .done
    }
    addBase(to: group)
    var isWhole = true
    for name in group.names {
      if let child = group[name], !complete(child) { isWhole = false }
    }
    return isWhole
  }

  private mutating func addBase(to group: ThemeGroup) {
    guard group.baseProgress == .none else { return }
    group.baseProgress = .begun
    defer { group.baseProgress = .done }
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
