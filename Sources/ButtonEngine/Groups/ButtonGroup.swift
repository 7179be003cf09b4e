import ButtonModel
import ButtonStore

/// The buttons that name a group, and what is said of it.
final class ButtonGroup {
  let name: UTF8String
  /// Nil if only buttons name it.
  fileprivate(set) var definition: GroupDefinition?
  /// What it says of sizes and shapes.
  fileprivate(set) var properties = PropertyList()
  /// The hidden key that `isEnabled` follows; nil unless an expression binds that.
  fileprivate(set) var enabledKey: KeyID?
  /// In no particular order.
  fileprivate(set) var members: [ButtonSlot] = []
  /// As JSON.
  fileprivate(set) var definitionBytes = 0
  /// A file defines it, and no client has redefined it.
  var isFromFile = false
  /// The revision of its definition.
  var definedAt: UInt64 = 0

  fileprivate init(_ name: UTF8String) { self.name = name }

  var isDefined: Bool { definition != nil }

  /// Why its flag has no value; nil if it has one.
  func failure(_ derived: DerivedKeys) -> String? {
    guard let enabledKey, let error = derived.error(of: enabledKey) else { return nil }
    return "isEnabled of the group \(name): \(error)"
  }
}

/// The groups that are defined or that buttons name. Each has a list of its buttons, so that a
/// change of a group visits only these.
final class GroupTable {
  private var groups: [UTF8String: ButtonGroup] = [:]
  /// In order.
  private(set) var definedNames: [UTF8String] = []
  /// As JSON.
  private(set) var definitionBytes = 0

  func defined(_ name: UTF8String) -> ButtonGroup? {
    groups[name].flatMap { $0.isDefined ? $0 : nil }
  }

  /// Defined, or named by buttons.
  func group(ifKnown name: UTF8String) -> ButtonGroup? { groups[name] }

  /// Creates the group if nothing has named it yet.
  func group(_ name: UTF8String) -> ButtonGroup {
    if let group = groups[name] { return group }
    let group = ButtonGroup(name)
    groups[name] = group
    return group
  }

  /// Nil undefines the group; `key` is the hidden key that its flag follows.
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

  /// Returns the places of the names after `name` in ``definedNames``.
  func places(after name: UTF8String?) -> Range<Int> {
    guard let name else { return definedNames.indices }
    return definedNames.partitioningIndex { $0 > name }..<definedNames.count
  }

  // MARK: Buttons

  func enter(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard let group = record.membership else { return }
    // Its last button may have left it for this one.
    if group.members.isEmpty { groups[group.name] = group }
    record.groupPosition = UInt32(group.members.count)
    group.members.append(slot)
  }

  /// Needs `records` to update the button that moves into the place.
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
