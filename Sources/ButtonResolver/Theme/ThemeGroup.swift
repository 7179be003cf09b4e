import ButtonModel
import JSONRPC

/// A group or a token as written, after files are merged.
final class ThemeGroup {
  /// Where something is written: the file's number and the path in it.
  struct Source {
    let file: Int
    let place: String
  }

  /// A reference in `$extends` or `$ref`.
  struct Reference {
    /// The group that contains it.
    let group: String
    let path: [String]
    let text: String
    let source: Source
    let member: String
  }

  let source: Source
  /// Its `$type`.
  var type: String?
  /// A token's type where it is written, kept when another group inherits the token.
  private(set) var writtenType: String?
  /// Nil for a group.
  private(set) var token: JSONElement?
  /// An error of the whole token.
  private(set) var fault: ThemeFault?
  /// As in the last file that has it.
  var written: JSONElement?
  /// The group that this one extends.
  var base: Reference?
  /// A lone `$ref`; only its target tells whether it is a token or a group.
  var reference: JSONElement?
  /// In the files' order.
  private(set) var names: [String] = []
  private var children: [String: ThemeGroup] = [:]
  /// Names whose children belong to another group, too.
  private var shared: Set<String> = []
  /// The progress of inheriting from `base`.
  var baseProgress = Progress.none
  /// The progress of completing it and all groups in it.
  var completion = Progress.none

  enum Progress {
    case none, begun, done
  }

  /// The token that stands for its group.
  static let root = "$root"

  init(_ source: Source, token: JSONElement? = nil, fault: ThemeFault? = nil) {
    self.source = source
    self.token = token
    self.fault = fault
  }

  /// The `$ref` is an alias.
  func becomeToken(_ reference: JSONElement, fault: ThemeFault? = nil) {
    token = reference
    self.fault = fault
  }

  subscript(name: String) -> ThemeGroup? { children[name] }

  /// Replaces what is there.
  func put(_ child: ThemeGroup, as name: String) {
    if children.updateValue(child, forKey: name) == nil { names.append(name) }
  }

  func find(_ path: some Sequence<String>) -> ThemeGroup? {
    var found = self
    for name in path {
      guard let next = found[name] else { return nil }
      found = next
    }
    return found
  }

  /// Adds what this group lacks; groups that both have are merged recursively. `nearest` is the
  /// type of `other`'s tokens without one.
  func inherit(from other: ThemeGroup, nearest: String?) {
    let nearest = other.type ?? nearest
    type = type ?? other.type
    for name in other.names {
      guard let theirs = other[name] else { continue }
      guard let ours = self[name] else {
        put(theirs.keepingType(nearest), as: name)
        shared.insert(name)
        continue
      }
      guard ours.token == nil, theirs.token == nil, ours !== theirs else { continue }
      let own = shared.remove(name) == nil ? ours : ours.copy()
      put(own, as: name)
      own.inherit(from: theirs, nearest: nearest)
    }
  }

  /// A token with the type that it has here, wherever it is inherited; a group only gets its type.
  private func keepingType(_ nearest: String?) -> ThemeGroup {
    guard let nearest, type == nil, writtenType == nil else { return self }
    let kept = token == nil ? copy() : ThemeGroup(source, token: token, fault: fault)
    if token == nil { kept.type = nearest } else { kept.writtenType = nearest }
    return kept
  }

  /// Shares the children; only complete groups are copied.
  private func copy() -> ThemeGroup {
    let copy = ThemeGroup(source)
    copy.written = written
    copy.inherit(from: self, nearest: nil)
    copy.completion = .done
    return copy
  }
}

/// Adds to groups what they extend.
struct ThemeExpansion {
  private let root: ThemeGroup
  /// References that failed, and why.
  private(set) var faults: [(base: ThemeGroup.Reference, message: String)] = []
  /// Nesting of groups being completed or inheriting.
  private var depth = 0
  private static let maximumDepth = 4 * ThemeFile.maximumChain

  init(_ root: ThemeGroup) { self.root = root }

  mutating func expandAll() { _ = complete(root) }

  /// Adds what the group and all groups in it extend. False if that is in progress, which it must
  /// not be for an extended group or one inside it.
  private mutating func complete(_ group: ThemeGroup) -> Bool {
    if group.completion == .done || group.token != nil { return true }
    guard group.completion == .none, group.baseProgress != .begun,
      depth < Self.maximumDepth
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
    guard group.baseProgress == .none, depth < Self.maximumDepth else { return }
    group.baseProgress = .begun
    depth += 1
    defer {
      depth -= 1
      group.baseProgress = .done
    }
    guard let base = group.base else { return }
    var found = root
    // The type of untyped tokens at the end of the path.
    var nearest: String?
    for name in base.path {
      addBase(to: found)
      nearest = found.type ?? nearest
      guard let next = found[name] else {
        return fail(group, base, "'\(Excerpt(base.text))' does not exist\(advice(base.path))")
      }
      found = next
    }
    addBase(to: found)
    if found.token != nil {
      guard let reference = group.reference else {
        return fail(group, base, "'\(Excerpt(base.text))' is a token, not a group")
      }
      return group.becomeToken(reference)
    }
    guard complete(found) else {
      let what = group.reference == nil ? "extends" : "refers to"
      return fail(group, base, "\(what) itself, or begins a chain of too many groups")
    }
    group.inherit(from: found, nearest: nearest)
  }

  /// The nearest path; skipped after many faults.
  private func advice(_ path: [String]) -> String {
    guard faults.count < ThemeFile.maximumErrors, let last = path.last,
      let parent = root.find(path.dropLast())
    else { return "" }
    return NearestName.advice(last, among: parent.names)
  }

  private mutating func fail(
    _ group: ThemeGroup, _ base: ThemeGroup.Reference, _ message: String
  ) {
    if let reference = group.reference {
      group.becomeToken(reference, fault: ThemeFault(message, in: base.member))
    } else {
      faults.append((base, message))
    }
  }
}
