import ButtonModel
import ButtonProtocol
import JSONRPC

enum MethodTable {
  /// One method. Nothing in it counts references, so that finding it costs none.
  struct Method: Sendable {
    let name: StaticString
    let requiredRole: Role
    /// Changes something, and so is reported to clients that record.
    let isInput: Bool
    /// The parameters may have expressions, which are compiled.
    let takesExpressions: Bool
    /// Connections that carry a fleet may call it as well.
    let isForLinks: Bool
    let handler: any Handler.Type

    init<H: Handler>(
      _ handler: H.Type, isInput: Bool = false, takesExpressions: Bool = false,
      isForLinks: Bool = false
    ) {
      self.handler = handler
      self.takesExpressions = takesExpressions
      self.isForLinks = isForLinks
      name = H.Message.method.name
      self.isInput = isInput
      requiredRole = H.Message.method.requiredRole
    }
  }

  /// The most frequently called first.
  static let methods: [Method] = [
    Method(StateSet.self, isInput: true),
    Method(StateUpdate.self, isInput: true),
    Method(StateGet.self),
    Method(StateSubscribe.self),
    Method(StateEval.self),
    Method(StateDerive.self, isInput: true, takesExpressions: true),
    Method(StateDerived.self),
    Method(PressMoved.self, isInput: true),
    Method(PressBegan.self, isInput: true),
    Method(PressEnded.self, isInput: true),
    Method(PressCancelled.self, isInput: true),
    Method(LayoutReport.self, isInput: true),
    Method(PointerEntered.self, isInput: true),
    Method(PointerExited.self, isInput: true),
    Method(ButtonsTrigger.self, isInput: true),
    Method(ButtonsRotate.self, isInput: true),
    Method(MenuChoose.self, isInput: true),
    Method(ButtonsDefine.self, isInput: true, takesExpressions: true),
    Method(ButtonsPatch.self, isInput: true, takesExpressions: true),
    Method(ButtonsRemove.self, isInput: true),
    Method(GroupsDefine.self, isInput: true, takesExpressions: true),
    Method(GroupsRemove.self, isInput: true),
    Method(GroupsList.self),
    Method(GroupsGet.self),
    Method(ImagesPut.self),
    Method(ImagesGet.self),
    Method(ImagesList.self),
    Method(ImagesRemove.self),
    Method(ButtonsList.self),
    Method(ButtonsDefinitions.self),
    Method(ButtonsGet.self),
    Method(ButtonsSubscribe.self),
    Method(ButtonsExplain.self),
    Method(SetNeedsUpdateConfiguration.self, isInput: true),
    Method(ActionsSubscribe.self),
    Method(ActionsDone.self, isInput: true),
    Method(InputsSubscribe.self),
    Method(Unsubscribe.self),
    Method(Sync.self),
    Method(FleetEntries.self),
    Method(FleetOutcomes.self),
    Method(FleetSnapshot.self),
    Method(FleetJoined.self),
    Method(FleetActionsBrought.self),
    Method(FleetAttach.self),
    Method(FleetState.self),
    Method(FleetStatus.self),
    Method(FleetSubscribe.self),
    Method(FleetRejections.self),
    Method(FleetOutcome.self),
    Method(FleetAdopt.self),
    Method(StylesList.self),
    Method(List<PluginListing>.self),
    Method(PluginsReload.self, isInput: true),
    Method(PluginsReset.self, isInput: true),
    Method(PluginsEnable.self, isInput: true),
    Method(PluginsDisable.self, isInput: true),
    Method(ListingsSubscribe<PluginListing>.self),
    Method(List<SourceListing>.self),
    Method(SourcesRun.self, isInput: true),
    Method(SourcesReset.self, isInput: true),
    Method(ListingsSubscribe<SourceListing>.self),
    Method(ServerStats.self),
    Method(ServerReload.self, isInput: true),
    Method(ServerBackup.self),
    Method(Hello.self, isForLinks: true),
    Method(Ping.self, isForLinks: true),
  ]

  static let names = methods.map { "\($0.name)" }

  /// Compared without counting references.
  private static let literals = methods.map(\.name)

  @inline(__always)
  static func method(named name: JSONString) -> Method? {
    let literals = literals
    for index in literals.indices where name == literals[index] { return methods[index] }
    return nil
  }

  static func find(_ name: JSONString) throws(ProtocolError) -> Method {
    if let method = method(named: name) { return method }
    let written = name.string
    throw ProtocolError(
      .methodNotFound,
      "there is no method '\(Excerpt(written))'\(NearestName.advice(written, among: names))")
  }
}
