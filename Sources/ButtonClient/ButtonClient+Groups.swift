public import ButtonModel
import ButtonProtocol

extension ButtonClient {
  /// Defines what groups of buttons have in common, all or nothing.
  public func define(
    groups: [GroupDefinition], untilPublished: Bool = false
  ) async throws(ClientError) {
    _ = try await send(
      GroupsDefineRequest(groups: groups, wait: untilPublished ? .published : nil))
  }

  /// Removes groups, not their buttons; returns those that existed.
  @discardableResult
  public func remove(
    groups ids: [String], untilPublished: Bool = false
  ) async throws(ClientError) -> [String] {
    return try await send(GroupsRemoveRequest(ids: ids, wait: untilPublished ? .published : nil))
      .removed
  }

  /// How groups are defined, all of them without ids.
  public func groups(_ ids: [String]? = nil) async throws(ClientError) -> [GroupDefinition] {
    var request = GroupsGetRequest(ids: ids)
    var groups: [GroupDefinition] = []
    while true {
      let page = try await send(request)
      groups += page.groups
      guard let next = page.next else { return groups }
      request.after = next
    }
  }
}
