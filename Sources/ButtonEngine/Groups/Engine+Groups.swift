package import ButtonModel
package import ButtonProtocol

/// Groups of buttons.
extension Engine {
  /// The number of defined groups.
  package var groupCount: Int { buttons.groups.definedNames.count }

  /// How a group is defined; nil if it is not.
  package func groupDefinition(of id: UTF8String) -> GroupDefinition? {
    buttons.groups.defined(id)?.definition
  }

  /// Visits the defined groups with ids after `after`, in order of their ids, until `body` returns
  /// false.
  package func forEachGroup(
    after: UTF8String?, _ body: (GroupListing, GroupDefinition) -> Bool
  ) {
    for place in buttons.groups.places(after: after) {
      guard let group = buttons.groups.defined(buttons.groups.definedNames[place]),
        let definition = group.definition
      else { continue }
      let listing = GroupListing(
        id: definition.id, buttons: group.members.count, isFromFile: group.isFromFile)
      if !body(listing, definition) { return }
    }
  }

  /// The scope of a request that defined or removed groups: their buttons.
  package func scope(groups ids: [UTF8String]) -> WaitScope {
    WaitScope(buttons: ids.flatMap { buttons.groups.group(ifKnown: $0)?.members ?? [] })
  }
}
