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
    /// The group that it stands in.
    let group: String
    let path: [String]
    let text: String
    let source: Source
    /// The member that it is in.
    let member: String
  }

  let source: Source
  /// The name in its own `$type`.
  var type: String?
  /// The type that it has where it is written, for a token that another group gets.
  private(set) var writtenType: String?
  /// The token itself; nil for a group.
  private(set) var token: JSONElement?
  /// What is wrong with the token as a whole.
  private(set) var fault: ThemeFault?
  /// The group as the last of the files writes it.
  var written: JSONElement?
  /// The group that this one extends.
  var base: Reference?
  /// Set for a `$ref` with nothing beside it, of which only its target tells whether it is a token or a group.
  var reference: JSONElement?
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

  init(_ source: Source, token: JSONElement? = nil, fault: ThemeFault? = nil) {
    self.source = source
    self.token = token
    self.fault = fault
  }

  /// Takes a `$ref` for a token that is an alias.
  func becomeToken(_ reference: JSONElement, fault: ThemeFault? = nil) {
    token = reference
    self.fault = fault
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

  /// Adds what another group has and this one has not; where both have a group, to all depths. `nearest` is
  /// the type of the other group's tokens that name none.
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

  /// A token with the type that it has here, wherever it gets; a group stays as it is, but for its type.
  private func keepingType(_ nearest: String?) -> ThemeGroup {
    guard let nearest, type == nil, writtenType == nil else { return self }
    let kept = token == nil ? copy() : ThemeGroup(source, token: token, fault: fault)
    if token == nil { kept.type = nearest } else { kept.writtenType = nearest }
    return kept
  }

  /// A group that has the same in it; only complete ones are copied.
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
  /// What extends nothing, and why.
  private(set) var faults: [(base: ThemeGroup.Reference, message: String)] = []
  /// How many groups are being completed, or get what they extend, each for the one before.
  private var depth = 0
  private static let maximumDepth = 4 * ThemeFile.maximumChain

  init(_ root: ThemeGroup) { self.root = root }

  /// Completes all groups.
  mutating func expandAll() { _ = complete(root) }

  /// Adds what a group and all groups in it extend; false when that is being done, which it must not
  /// be for what is extended, nor for a group in it.
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
    // The type of tokens at the end of the path that name none.
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

  /// The nearest path of a group; not for all of many.
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
