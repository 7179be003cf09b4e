import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Equal subscriptions to buttons, which share every encoded line.
///
/// A class, because it is looked at many times a frame and a copy would retain all it holds.
final class ButtonSubscription {
  /// One connection among those with an equal subscription.
  struct Member {
    let connection: ConnectionID
    /// The serial up to which it has been sent everything, when it differs from the others; nil when it
    /// is in step with them.
    var cursor: UInt64?
    /// The button with whose look that ended; nil when it is not known.
    var slot: ButtonSlot?
    /// The last line that it was sent said that there is more.
    var isPartial = false
    /// Where the snapshot began that it has been sent in part; what went before then, it never had.
    var snapshotSerial: UInt64 = 0
  }

  /// The look that a client holds of a button while its rate keeps it from newer ones.
  struct HeldLook {
    /// The button's generation; the look of another definition or button is no longer held.
    let generation: UInt32
    let appearance: [UInt8]
  }

  let name: String
  let spec: SubscriptionSpec
  let matcher: Matcher
  let traitSet: Int
  let form: UpdateForm
  /// What the members in step hold.
  let holder: ReceiverKnowledge
  /// The least time between two frames, in nanoseconds; 0 without a rate.
  let minimumInterval: UInt64
  /// Who watches; ``everybody`` are the same.
  var members: [Member] = []
  /// The members, as a frame is addressed that goes to all of them.
  private(set) var everybody: [ConnectionID] = []
  /// The serial that the members in step have been sent.
  var cursor: UInt64
  /// When the next frame may go, for a subscription with a rate.
  var nextDue: UInt64 = 0
  /// A button that it means has changed.
  var isTouched = false
  /// What has changed since ``cursor``.
  var changes = TouchedButtons()
  /// Its rate holds something back.
  var isHeldBack = false
  /// How each of its lines begins.
  let head: [UInt8]
  /// What the members in step hold of looks that its rate holds back, for patches.
  var heldLooks: [ButtonSlot: HeldLook] = [:]
  /// Bytes that these take.
  var heldLookBytes = 0

  init(spec: SubscriptionSpec, traitSet: Int, cursor: UInt64) {
    name = spec.name
    self.spec = spec
    matcher = Matcher(spec.match)
    minimumInterval = spec.minimumInterval
    head = ButtonSubscription.head(name)
    form = spec.form
    holder = spec.match.group == nil ? .ids : .group
    self.traitSet = traitSet
    self.cursor = cursor
  }

  private static func head(_ name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginNotification(ButtonsUpdatedNotification.method)
    writer.beginObject()
    writer.member(.subscription, name)
    return [UInt8](writer.bytes)
  }

  /// Takes a connection in, in step with the others.
  func join(_ connection: ConnectionID) {
    members.append(Member(connection: connection))
    everybody.append(connection)
  }

  /// Lets a connection go; the last member takes its place.
  func leave(_ connection: ConnectionID) {
    guard let index = index(of: connection) else { return }
    members.swapAt(index, members.count - 1)
    everybody.swapAt(index, everybody.count - 1)
    members.removeLast()
    everybody.removeLast()
  }

  /// The index of a connection among the members; the short list is the quick one to go through.
  func index(of connection: ConnectionID) -> Int? { everybody.firstIndex(of: connection) }
}
