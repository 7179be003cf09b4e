import ButtonModel
import ButtonProtocol
import JSONRPC

/// All methods; a line each.
enum MethodTable {
  /// One method, ready to be found and called.
  struct Method: Sendable {
    let name: StaticString
    let right: Role
    let handle: @Sendable (Call, inout JSONWriter) throws(ProtocolError) -> Outcome

    init<H: Handler>(_ handler: H.Type) {
      name = H.Message.method
      right = H.right
      handle = { call, writer throws(ProtocolError) in try H.handle(call, into: &writer) }
    }
  }

  /// The methods, those called most first.
  static let methods: [Method] = [
    Method(StateSet.self),
    Method(StateUpdate.self),
    Method(StateGet.self),
    Method(StateSubscribe.self),
    Method(PressMoved.self),
    Method(PressBegan.self),
    Method(PressEnded.self),
    Method(PressCancelled.self),
    Method(LayoutReport.self),
    Method(ButtonsTrigger.self),
    Method(ButtonsDefine.self),
    Method(ButtonsPatch.self),
    Method(ButtonsRemove.self),
    Method(ButtonsList.self),
    Method(ButtonsGet.self),
    Method(ButtonsSubscribe.self),
    Method(ButtonsExplain.self),
    Method(SetNeedsUpdateConfiguration.self),
    Method(ActionsSubscribe.self),
    Method(Unsubscribe.self),
    Method(Sync.self),
    Method(StylesList.self),
    Method(PluginsList.self),
    Method(PluginsReload.self),
    Method(PluginsReset.self),
    Method(PluginsEnable.self),
    Method(PluginsDisable.self),
    Method(PluginsSubscribe.self),
    Method(ServerStats.self),
    Method(ServerReload.self),
    Method(Hello.self),
    Method(Ping.self),
  ]

  /// The names of all methods, in the table's order.
  static let names = methods.map { "\($0.name)" }

  /// The same as literals, which are compared without counting references.
  private static let literals = methods.map(\.name)

  /// The method of a name.
  static func find(_ name: JSONString) throws(ProtocolError) -> Method {
    let literals = literals
    for index in literals.indices where name == literals[index] { return methods[index] }
    let written = name.string
    throw ProtocolError(
      .methodNotFound,
      "there is no method '\(Excerpt(written))'\(NearestName.advice(written, among: names))")
  }
}
