import ButtonModel
import ButtonStore

/// The buttons that name a group, and what is said of it.
final class ButtonGroup {
  let name: UTF8String
  /// What clients or files say of it; nil if nothing does.
  fileprivate(set) var definition: GroupDefinition?
  /// What it says of sizes and shapes.
  fileprivate(set) var properties = PropertyList()
  /// The hidden key that its `isEnabled` follows; nil unless an expression binds that.
  fileprivate(set) var enabledKey: KeyID?
  /// The buttons that name it, in no particular order.
  fileprivate(set) var members: [ButtonSlot] = []
  /// The length of its definition as JSON, in bytes.
  fileprivate(set) var definitionBytes = 0
  /// A file defines it; no client has redefined it.
  var isFromFile = false
  /// The revision of its definition.
  var definedAt: UInt64 = 0

  fileprivate init(_ name: UTF8String) { self.name = name }

  /// Whether something is said of it.
  var isDefined: Bool { definition != nil }

  /// Why its flag has no value; nil if it has one.
  func failure(_ derived: DerivedKeys) -> String? {
    guard let enabledKey, let error = derived.error(of: enabledKey) else { return nil }
    return "isEnabled of the group \(name): \(error)"
  }
}

/// All groups, by name: those that are defined and those that buttons name. Each has the list of its
/// buttons, so that a change of a group visits only these.
final class GroupTable {
  private var groups: [UTF8String: ButtonGroup] = [:]
  /// The names of the defined groups, in order.
  private(set) var definedNames: [UTF8String] = []
  /// The length of all definitions as JSON, in bytes.
  private(set) var definitionBytes = 0

  /// A group that is defined; nil if there is none with this name.
  func defined(_ name: UTF8String) -> ButtonGroup? {
    groups[name].flatMap { $0.isDefined ? $0 : nil }
  }

  /// A group that is defined or that buttons name.
  func group(ifKnown name: UTF8String) -> ButtonGroup? { groups[name] }

  /// A group, which is created if nothing has named it yet.
  func group(_ name: UTF8String) -> ButtonGroup {
    if let group = groups[name] { return group }
    let group = ButtonGroup(name)
    groups[name] = group
    return group
  }

  /// Sets what is said of a group, and the hidden key that its flag follows; nil takes that away.
  func set(
    _ definition: GroupDefinition?, of group: ButtonGroup, enabledBy key: KeyID?, bytes: Int
  ) {
    let place = definedNames.partitioningIndex { $0 >= group.name }
    if group.definition == nil, definition != nil {
      definedNames.insert(group.name, at: place)
    } else if group.definition != nil, definition == nil {
      definedNames.remove(at: place)
    }
    definitionBytes += bytes - group.definitionBytes
    group.definition = definition
    group.properties = definition?.properties ?? PropertyList()
    group.enabledKey = key
    group.definitionBytes = bytes
    dropIfUnused(group)
  }

  /// The places of the names after `name` in ``definedNames``.
  func places(after name: UTF8String?) -> Range<Int> {
    guard let name else { return definedNames.indices }
    return definedNames.partitioningIndex { $0 > name }..<definedNames.count
  }

  // MARK: Buttons

  /// Adds a button to its group.
  func enter(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard let group = record.membership else { return }
    // Its last button may have left it for this one.
    if group.members.isEmpty { groups[group.name] = group }
    record.groupPosition = UInt32(group.members.count)
    group.members.append(slot)
  }

  /// Takes a button out of its group; `records` are needed to update the button that moves into its
  /// place.
  func leave(_ record: ButtonRecord, records: [ButtonRecord?]) {
    guard let group = record.membership else { return }
    let place = Int(record.groupPosition)
    let last = group.members.removeLast()
    if place < group.members.count {
      group.members[place] = last
      records[Int(last.rawValue)]?.groupPosition = UInt32(place)
    }
    dropIfUnused(group)
  }

  private func dropIfUnused(_ group: ButtonGroup) {
    if group.members.isEmpty, group.definition == nil { groups[group.name] = nil }
  }
}
