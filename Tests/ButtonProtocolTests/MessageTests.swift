import ButtonModel
import JSONRPC
import TestSupport
import Testing

@testable import ButtonProtocol

/// Every message, by the name of its type, as something that reads a value and writes it again.
private let messages: [String: @Sendable (JSONElement) throws -> String] = [
  "HelloRequest": rewrite(HelloRequest.self),
  "HelloResponse": rewrite(HelloResponse.self),
  "PingRequest": rewrite(PingRequest.self),
  "EmptyResponse": rewrite(EmptyResponse.self),
  "SyncRequest": rewrite(SyncRequest.self),
  "SyncResponse": rewrite(SyncResponse.self),
  "UnsubscribeRequest": rewrite(UnsubscribeRequest.self),
  "StateGetRequest": rewrite(StateGetRequest.self),
  "StateGetResponse": rewrite(StateGetResponse.self),
  "StateSetRequest": rewrite(StateSetRequest.self),
  "StateSetResponse": rewrite(StateSetResponse.self),
  "StateUpdateRequest": rewrite(StateUpdateRequest.self),
  "StateUpdateResponse": rewrite(StateUpdateResponse.self),
  "StateSubscribeRequest": rewrite(StateSubscribeRequest.self),
  "StateSubscribeResponse": rewrite(StateSubscribeResponse.self),
  "StateChangedNotification": rewrite(StateChangedNotification.self),
  "ButtonsDefineRequest": rewrite(ButtonsDefineRequest.self),
  "ButtonsDefineResponse": rewrite(ButtonsDefineResponse.self),
  "ButtonsPatchResponse": rewrite(ButtonsPatchResponse.self),
  "ButtonsRemoveRequest": rewrite(ButtonsRemoveRequest.self),
  "ButtonsRemoveResponse": rewrite(ButtonsRemoveResponse.self),
  "ButtonsListRequest": rewrite(ButtonsListRequest.self),
  "ButtonsListResponse": rewrite(ButtonsListResponse.self),
  "ButtonsDefinitionsRequest": rewrite(ButtonsDefinitionsRequest.self),
  "ButtonsDefinitionsResponse": rewrite(ButtonsDefinitionsResponse.self),
  "ButtonsGetRequest": rewrite(ButtonsGetRequest.self),
  "ButtonsGetResponse": rewrite(ButtonsGetResponse.self),
  "ButtonsExplainRequest": rewrite(ButtonsExplainRequest.self),
  "ButtonsExplainResponse": rewrite(ButtonsExplainResponse.self),
  "ButtonsSubscribeRequest": rewrite(ButtonsSubscribeRequest.self),
  "ButtonsSubscribeResponse": rewrite(ButtonsSubscribeResponse.self),
  "ButtonsUpdatedNotification": rewrite(ButtonsUpdatedNotification.self),
  "InputsSubscribeRequest": rewrite(InputsSubscribeRequest.self),
  "InputsSubscribeResponse": rewrite(InputsSubscribeResponse.self),
  "InputReceivedNotification": rewrite(InputReceivedNotification.self),
  "SetNeedsUpdateConfigurationRequest": rewrite(SetNeedsUpdateConfigurationRequest.self),
  "SetNeedsUpdateConfigurationResponse": rewrite(SetNeedsUpdateConfigurationResponse.self),
  "ButtonsTriggerRequest": rewrite(ButtonsTriggerRequest.self),
  "ButtonsTriggerResponse": rewrite(ButtonsTriggerResponse.self),
  "LayoutReportRequest": rewrite(LayoutReportRequest.self),
  "PressBeganRequest": rewrite(PressBeganRequest.self),
  "PressMovedRequest": rewrite(PressMovedRequest.self),
  "PressEndedRequest": rewrite(PressEndedRequest.self),
  "PressCancelledRequest": rewrite(PressCancelledRequest.self),
  "PressResponse": rewrite(PressResponse.self),
  "ActionsSubscribeRequest": rewrite(ActionsSubscribeRequest.self),
  "ActionsSubscribeResponse": rewrite(ActionsSubscribeResponse.self),
  "ActionTriggeredNotification": rewrite(ActionTriggeredNotification.self),
  "StylesListRequest": rewrite(StylesListRequest.self),
  "StylesListResponse": rewrite(StylesListResponse.self),
  "PluginsListRequest": rewrite(PluginsListRequest.self),
  "PluginsListResponse": rewrite(PluginsListResponse.self),
  "PluginsReloadRequest": rewrite(PluginsReloadRequest.self),
  "PluginsReloadResponse": rewrite(PluginsReloadResponse.self),
  "PluginsResetRequest": rewrite(PluginsResetRequest.self),
  "PluginsEnableRequest": rewrite(PluginsEnableRequest.self),
  "PluginsDisableRequest": rewrite(PluginsDisableRequest.self),
  "PluginResponse": rewrite(PluginResponse.self),
  "PluginsSubscribeRequest": rewrite(PluginsSubscribeRequest.self),
  "PluginsSubscribeResponse": rewrite(PluginsSubscribeResponse.self),
  "PluginChangedNotification": rewrite(PluginChangedNotification.self),
  "ServerStatsRequest": rewrite(ServerStatsRequest.self),
  "ServerStatsResponse": rewrite(ServerStatsResponse.self),
  "ServerReloadRequest": rewrite(ServerReloadRequest.self),
  "ServerReloadResponse": rewrite(ServerReloadResponse.self),
  "ServerBackupRequest": rewrite(ServerBackupRequest.self),
  "ServerBackupResponse": rewrite(ServerBackupResponse.self),
]

private func rewrite<M: Message>(_ type: M.Type) -> @Sendable (JSONElement) throws -> String {
  { json in
    let message = try M(json: json)
    var writer = JSONWriter()
    message.write(into: &writer)
    return writer.string
  }
}

@Suite struct MessageTests {
  static let golden = Result { try Fixture("Fixtures/messages.jsonl") }

  @Test(arguments: (try? golden.get().lines) ?? [])
  func whatIsReadIsWrittenAgain(line: Fixture.Line) throws {
    let name = try #require(line.value["message"]?.string)
    let rewrite = try #require(messages[name], "no message \(name)")
    let text = try #require(line.value["json"]).text
    let written = try withElement(text) { try rewrite($0) }
    #expect(written == text)
  }

  @Test func everyMessageHasAGoldenLine() throws {
    let named = Set(try Self.golden.get().lines.compactMap { $0.value["message"]?.string })
    #expect(named == Set(messages.keys))
  }

  @Test func unknownMembersOfParamsAreIgnored() throws {
    let text = #"{"id":"a","future":{"x":[1]},"wait":null}"#
    let request = try withElement(text) { try ButtonsTriggerRequest(json: $0) }
    #expect(request == ButtonsTriggerRequest(id: "a"))
  }

  @Test func aPatchTravelsBesideItsID() throws {
    let request = ButtonsPatchRequest(
      id: "a", patch: #" {"id":"b","group":"g"} "#, wait: .published)
    var writer = JSONWriter()
    request.write(into: &writer)
    #expect(writer.string == #"{"id":"b","group":"g","id":"a","wait":"published"}"#)
    let read = try withElement(writer.string) { try ButtonsPatchRequest(json: $0) }
    #expect(read.id == "a")
    #expect(read.wait == .published)
    #expect(read.patch == #"{"group":"g","id":"a","wait":"published"}"#)
  }

  @Test func anEmptyPatchIsJustTheID() {
    var writer = JSONWriter()
    ButtonsPatchRequest(id: "a", patch: "{ }").write(into: &writer)
    #expect(writer.string == #"{"id":"a"}"#)
  }
}
