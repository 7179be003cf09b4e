package import ButtonModel
package import ButtonProtocol

/// Groups of buttons.
extension Engine {
  package var groupCount: Int { buttons.groups.definedNames.count }

  package func groupDefinition(of id: UTF8String) -> GroupDefinition? {
    buttons.groups.defined(id)?.definition
  }

  /// Visits the defined groups after `after`, by id, until `body` returns false.
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

  /// The buttons of groups that were defined or removed.
  package func scope(groups ids: [UTF8String]) -> WaitScope {
    WaitScope(buttons: ids.flatMap { buttons.groups.group(ifKnown: $0)?.members ?? [] })
  }
}
