import ButtonProtocol
import JSONRPC

/// A method of the protocol: its name, who may call it, and what it does.
struct ServiceMethod: Sendable {
  typealias Body = @Sendable (Service, ServiceCall, inout JSONWriter) throws(ProtocolError) ->
    ServiceOutcome

  let name: StaticString
  let role: Role
  let run: Body

  init(_ name: StaticString, _ role: Role, _ run: @escaping Body) {
    self.name = name
    self.role = role
    self.run = run
  }

  /// Every method; the busiest first.
  static let all: [ServiceMethod] = [
    ServiceMethod("state.set", .write) { (s, c, w) throws(ProtocolError) in try s.stateSet(c, &w) },
    ServiceMethod("state.update", .write) { (s, c, w) throws(ProtocolError) in
      try s.stateUpdate(c, &w)
    },
    ServiceMethod("state.get", .read) { (s, c, w) throws(ProtocolError) in try s.stateGet(c, &w) },
    ServiceMethod("state.subscribe", .read) { (s, c, w) throws(ProtocolError) in
      try s.stateSubscribe(c, &w)
    },
    ServiceMethod("buttons.trigger", .press) { (s, c, w) throws(ProtocolError) in
      try s.buttonsTrigger(c, &w)
    },
    ServiceMethod("buttons.define", .write) { (s, c, w) throws(ProtocolError) in
      try s.buttonsDefine(c, &w)
    },
    ServiceMethod("buttons.patch", .write) { (s, c, w) throws(ProtocolError) in
      try s.buttonsPatch(c, &w)
    },
    ServiceMethod("buttons.remove", .write) { (s, c, w) throws(ProtocolError) in
      try s.buttonsRemove(c, &w)
    },
    ServiceMethod("buttons.list", .read) { (s, c, w) throws(ProtocolError) in
      try s.buttonsList(c, &w)
    },
    ServiceMethod("buttons.get", .read) { (s, c, w) throws(ProtocolError) in
      try s.buttonsGet(c, &w)
    },
    ServiceMethod("buttons.subscribe", .read) { (s, c, w) throws(ProtocolError) in
      try s.buttonsSubscribe(c, &w)
    },
    ServiceMethod("buttons.setNeedsUpdateConfiguration", .write) {
      (s, c, w) throws(ProtocolError) in try s.setNeedsUpdateConfiguration(c, &w)
    },
    ServiceMethod("unsubscribe", .read) { (s, c, w) throws(ProtocolError) in
      try s.unsubscribe(c, &w)
    },
    ServiceMethod("sync", .read) { (s, c, w) throws(ProtocolError) in try s.sync(c, &w) },
    ServiceMethod("hello", .read) { (s, c, w) throws(ProtocolError) in try s.hello(c, &w) },
    ServiceMethod("ping", .read) { (s, c, w) throws(ProtocolError) in try s.ping(c, &w) },
    ServiceMethod("styles.list", .read) { (s, c, w) throws(ProtocolError) in
      try s.stylesList(c, &w)
    },
    ServiceMethod("plugins.list", .read) { (s, c, w) throws(ProtocolError) in
      try s.pluginsList(c, &w)
    },
    ServiceMethod("server.stats", .read) { (s, c, w) throws(ProtocolError) in
      try s.serverStats(c, &w)
    },
  ]
}
