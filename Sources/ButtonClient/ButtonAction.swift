public import ButtonModel
import ButtonProtocol

/// A button performed its action.
public struct ButtonAction: Hashable, Sendable {
  /// The button.
  public let id: String

  /// The name in its action.
  public let name: String?

  /// The payload in its action.
  public let payload: StateValue?

  /// The name of the client that pressed or triggered it.
  public let client: String?

  /// The state's revision after it.
  public let revision: UInt64

  /// How many actions before this one were dropped because this client was too slow.
  public let missed: Int

  /// The action as the daemon wrote it.
  public let json: JSONDocument

  init(_ json: JSONDocument) throws(ClientError) {
    let body: ActionTriggeredNotification = try json.decode()
    self.json = json
    id = body.id
    name = body.name
    payload = body.payload
    client = body.client
    revision = body.revision
    missed = body.missed ?? 0
  }
}
