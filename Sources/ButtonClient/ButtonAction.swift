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

  /// The entry of its menu that was chosen; nil for a press or a trigger.
  public let item: String?

  /// The name of the client that pressed or triggered it.
  public let client: String?

  /// The state's revision after it.
  public let revision: UInt64

  /// How many actions before this one were dropped because this client was too slow.
  public let missed: Int

  /// The press behind it; name it in ``ButtonClient/set(_:ifRevision:untilPublished:lease:press:)``
  /// or in an update.
  public let press: UInt64?

  /// The scope of the fleet that performed it.
  public let scope: String?

  /// What ``ButtonClient/done(_:_:)`` ends, in a group.
  public let delivery: String?

  /// Whether somebody had it before, and may have done it in part.
  public let isRedelivered: Bool

  /// Set on the first action after a lost connection; of those meanwhile nothing is known.
  public let resumed: Resumption?

  let subscription: String

  /// The action as the daemon wrote it.
  public let json: JSONDocument

  init(_ json: JSONDocument, resumed: Resumption? = nil) throws(ClientError) {
    let body: ActionTriggeredNotification = try json.decode()
    self.json = json
    self.resumed = resumed
    id = body.id
    name = body.name
    payload = body.payload
    item = body.item
    client = body.client
    revision = body.revision
    press = body.press
    missed = body.missed ?? 0
    scope = body.scope
    delivery = body.delivery
    isRedelivered = body.isRedelivered
    subscription = body.subscription
  }
}
