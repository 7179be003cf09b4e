import ButtonClient
import ButtonModel
import TestSupport

extension Link {
  /// Does what is asked of the daemon.
  func answer(to command: JSONTree) async throws(ClientError) -> JSONTree {
    let id = command["id"]?.string ?? ""
    let isPublished = command["published"] == .bool(true)
    switch command["op"]?.string {
    case "call":
      return try await call(command["method"]?.string ?? "", command["params"] ?? .object([]))
    case "set":
      let answer = try await call("state.set", params(command, "values", "ifRevision", "lease"))
      return .object([.init(name: "revision", value: answer["revision"] ?? .null)])
    case "update":
      return try await call("state.update", params(command, "operations"))["values"] ?? .null
    case "get":
      let answer = try await call("state.get", params(command, "keys", "under"))
      return answer["values"] ?? .null
    case "define":
      let warnings = try await call("buttons.define", params(command, "buttons"))["warnings"]
      return .object([.init(name: "warnings", value: .int(Int64(warnings?.elements.count ?? 0)))])
    case "remove":
      return try await call("buttons.remove", params(command, "ids"))["removed"] ?? .null
    case "define_groups", "remove_groups", "groups":
      return try await groups(command, untilPublished: isPublished)
    case "looks":
      let ids = command["match"]?.elements.compactMap(\.string) ?? []
      let looks = try await client.looks(of: ButtonMatch(ids))
      return .object(looks.map { .init(name: $0.id, value: told($0)) })
    case "trigger":
      try await client.trigger(id, untilPublished: isPublished)
    case "press":
      return .string(try await press(command, id, untilPublished: isPublished))
    case "layout":
      try await client.reportLayout(
        of: id, width: command["width"]?.number ?? 0, height: command["height"]?.number ?? 0)
    case "sync":
      try await client.sync()
    default:
      throw ClientError(.unsendable, "there is no such command")
    }
    return .null
  }

  private func groups(
    _ command: JSONTree, untilPublished: Bool
  ) async throws(ClientError) -> JSONTree {
    let ids = command["ids"]?.elements.compactMap(\.string)
    switch command["op"]?.string {
    case "define_groups":
      var groups: [GroupDefinition] = []
      for each in command["groups"]?.elements ?? [] {
        var group = GroupDefinition(id: each["id"]?.string ?? "")
        group.tint = each["tint"]?.string.flatMap { Color($0) }
        groups.append(group)
      }
      try await client.define(groups: groups, untilPublished: untilPublished)
      return .null
    case "remove_groups":
      let removed = try await client.remove(groups: ids ?? [], untilPublished: untilPublished)
      return .array(removed.map { .string($0) })
    default:
      let groups = try await client.groups(ids)
      return .object(
        groups.map { group in
          var members = [JSONTree.Member(name: "id", value: .string(group.id))]
          if case .named(let tint)? = group.tint {
            members.append(.init(name: "tint", value: .string("\(tint)")))
          }
          return .init(name: group.id, value: .object(members))
        })
    }
  }

  private func press(
    _ command: JSONTree, _ id: String, untilPublished: Bool
  ) async throws(ClientError) -> String {
    let at = command["at"]?.elements.compactMap(\.number) ?? []
    let point = at.count == 2 ? (x: at[0], y: at[1]) : nil
    switch command["event"]?.string {
    case "began":
      return try await client.pressBegan(id, at: point, untilPublished: untilPublished).rawValue
    case "moved":
      return try await client.pressMoved(id, to: point ?? (0, 0)).rawValue
    case "ended":
      return try await client.pressEnded(id, at: point, untilPublished: untilPublished).rawValue
    default:
      return try await client.pressCancelled(id).rawValue
    }
  }

  private func params(_ command: JSONTree, _ names: String...) -> JSONTree {
    var members = names.compactMap { name in
      command[name].map { JSONTree.Member(name: name, value: $0) }
    }
    if command["published"] == .bool(true) {
      members.append(.init(name: "wait", value: .string("published")))
    }
    return .object(members)
  }
}

extension JSONTree {
  /// A number of either kind.
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
