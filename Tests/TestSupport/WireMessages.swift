package import ButtonProtocol

/// All messages of the protocol, in the order of its description.
package enum WireMessages {
  package static let requests: [any Request.Type] = [
    HelloRequest.self, PingRequest.self, SyncRequest.self, UnsubscribeRequest.self,
    StateGetRequest.self, StateSetRequest.self, StateUpdateRequest.self,
    StateSubscribeRequest.self, StateEvalRequest.self, StateDeriveRequest.self,
    StateDerivedRequest.self, ButtonsDefineRequest.self, ButtonsPatchRequest.self,
    ButtonsRemoveRequest.self, GroupsDefineRequest.self, GroupsRemoveRequest.self,
    GroupsListRequest.self, GroupsGetRequest.self, ButtonsListRequest.self,
    ButtonsDefinitionsRequest.self, ImagesPutRequest.self, ImagesGetRequest.self,
    ImagesListRequest.self, ImagesRemoveRequest.self,
    ButtonsGetRequest.self, ButtonsSubscribeRequest.self, ButtonsExplainRequest.self,
    SetNeedsUpdateConfigurationRequest.self, ButtonsTriggerRequest.self,
    ButtonsRotateRequest.self, MenuChooseRequest.self,
    LayoutReportRequest.self, PointerEnteredRequest.self, PointerExitedRequest.self,
    PressBeganRequest.self, PressMovedRequest.self,
    PressEndedRequest.self, PressCancelledRequest.self, ActionsSubscribeRequest.self,
    ActionsDoneRequest.self, InputsSubscribeRequest.self, StylesListRequest.self,
    PluginsListRequest.self,
    PluginsReloadRequest.self, PluginsResetRequest.self, PluginsEnableRequest.self,
    PluginsDisableRequest.self, PluginsSubscribeRequest.self, SourcesListRequest.self,
    SourcesRunRequest.self, SourcesResetRequest.self, SourcesSubscribeRequest.self,
    FleetStatusRequest.self, FleetSubscribeRequest.self, FleetRejectionsRequest.self,
    FleetOutcomeRequest.self, FleetAdoptRequest.self, FleetAttachRequest.self,
    FleetStateRequest.self, FleetJoinedRequest.self, FleetSnapshotRequest.self,
    FleetEntriesRequest.self, FleetOutcomesRequest.self, FleetActionsRequest.self,
    ServerStatsRequest.self,
    ServerReloadRequest.self, ServerBackupRequest.self,
  ]

  package static let notifications: [any Notification.Type] = requests.compactMap {
    $0.method.notification
  }

  /// The type of a message by its name: a method and `request` or `response`, or a notification.
  package static func type(_ name: String) -> (any Message.Type)? {
    if let notification = notifications.first(where: { "\($0.method)" == name }) {
      return notification
    }
    for request in requests {
      if name == "\(request.method) request" { return request }
      if name == "\(request.method) response" { return response(of: request) }
    }
    return nil
  }

  /// What answers a request.
  package static func response<Asked: Request>(of type: Asked.Type) -> any Message.Type {
    Asked.Response.self
  }
}
