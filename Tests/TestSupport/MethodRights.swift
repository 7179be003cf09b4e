/// What a client must be allowed to call each method.
package enum MethodRights {
  /// The roles, each with what it may do besides what the ones before it may.
  package static let byRole: [(role: String, methods: [String])] = [
    (
      "read",
      [
        "hello", "ping", "sync", "unsubscribe", "state.get", "state.eval", "state.derived",
        "state.subscribe", "buttons.get", "buttons.list", "buttons.definitions",
        "buttons.subscribe", "buttons.explain", "groups.list", "groups.get", "styles.list",
        "server.stats", "images.get", "images.list",
        "fleet.status", "fleet.subscribe", "fleet.rejections", "fleet.outcome",
      ]
    ),
    (
      "press",
      [
        "layout.report", "press.began", "press.moved", "press.ended", "press.cancelled",
        "buttons.trigger", "buttons.rotate", "actions.subscribe", "pointer.entered",
        "pointer.exited",
        "menu.choose",
      ]
    ),
    (
      "write",
      [
        "state.set", "state.update", "state.derive", "buttons.define", "buttons.patch",
        "buttons.remove", "images.put", "images.remove", "groups.define", "groups.remove",
        "buttons.setNeedsUpdateConfiguration", "actions.done",
      ]
    ),
    (
      "admin",
      [
        "plugins.list", "plugins.subscribe", "plugins.reload", "plugins.reset", "plugins.enable",
        "plugins.disable", "sources.list", "sources.subscribe", "sources.run", "sources.reset",
        "server.reload", "server.backup", "inputs.subscribe", "fleet.adopt",
      ]
    ),
    ("fleet", links),
  ]

  /// What only links of a fleet may do.
  private static let links = [
    "fleet.attach", "fleet.state", "fleet.joined", "fleet.snapshot", "fleet.entries",
    "fleet.outcomes", "fleet.actions",
  ]

  /// All methods.
  package static var methods: Set<String> { Set(byRole.flatMap(\.methods)) }

  /// What a role may call.
  package static func methods(of role: String) -> Set<String> {
    if role == "fleet" { return Set(links + ["hello", "ping"]) }
    let index = byRole.firstIndex { $0.role == role } ?? -1
    return Set(byRole[...index].flatMap(\.methods))
  }
}
