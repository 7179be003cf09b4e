public import ButtonModel
import ButtonProtocol
import JSONRPC

/// What changed in the state that a subscription covers; the first change has every value.
public struct StateChange: Hashable, Sendable {
  /// Where a later subscription may resume.
  public struct Position: Hashable, Sendable {
    /// One start of the daemon.
    public let epoch: String
    /// The revision up to which the state is known.
    public let revision: UInt64

    /// A position that was kept.
    public init(epoch: String, revision: UInt64) {
      self.epoch = epoch
      self.revision = revision
    }
  }

  /// One start of the daemon; revisions outlive it, subscriptions do not.
  public let epoch: String

  /// The revision that the values belong to.
  public let revision: UInt64

  /// Whether this holds every value: drop what you hold.
  public let isSnapshot: Bool

  /// Whether this ends the change; otherwise more parts follow, and you cannot resume from here.
  public let isWhole: Bool

  /// Keys with new values, and those that were lost or came back.
  public let values: [String: StateValue]

  /// The keys of ``values`` that are lost: what fed them is gone.
  public let lost: Set<String>

  /// Keys that were removed.
  public let removed: [String]

  /// Set on the first change after a lost connection; drop what was not whole before it.
  public let resumed: Resumption?

  /// The change as the daemon wrote it.
  public let json: JSONDocument

  init(
    _ json: JSONDocument, epoch: String, resumed: Resumption? = nil
  ) throws(ClientError) {
    let body: StateChangedNotification = try json.decode()
    self.epoch = epoch
    self.resumed = resumed
    self.json = json
    revision = body.revision
    isSnapshot = json.read { $0.member(.snapshot)?.bool } == true
    values = body.values.dictionary
    lost = Set(body.lost.map(\.string))
    removed = body.removed.map(\.string)
    isWhole = !body.more
  }

  /// Where to resume from, once the change is whole.
  public var position: Position { Position(epoch: epoch, revision: revision) }
}

extension StateMembers {
  /// The values by their keys.
  var dictionary: [String: StateValue] {
    Dictionary(members.map { ($0.key.string, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  /// Values in the order of their keys.
  init(_ values: [String: StateValue]) {
    self.init(
      values.map { Member(key: UTF8String($0.key), value: $0.value) }
        .sorted { $0.key < $1.key })
  }
}
