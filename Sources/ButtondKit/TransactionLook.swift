/// How changes to what the look has become are to be shown.
///
/// The daemon compares the look on show with the new one: `onPress` holds where the button is pressed
/// now and was not, `onRelease` the other way round, `always` for all else, and where these two say
/// nothing. A number out of range gives the button up with that reason.
public struct TransactionLook: ~Copyable {
  private let call: PluginCall

  init(call: PluginCall) { self.call = call }

  /// The change to pressed.
  public var onPress: Transaction? {
    get { call.property("button.transaction.onPress") }
    nonmutating set { call.setProperty("button.transaction.onPress", newValue) }
  }

  /// The change from pressed.
  public var onRelease: Transaction? {
    get { call.property("button.transaction.onRelease") }
    nonmutating set { call.setProperty("button.transaction.onRelease", newValue) }
  }

  /// Every other change.
  public var always: Transaction? {
    get { call.property("button.transaction.always") }
    nonmutating set { call.setProperty("button.transaction.always", newValue) }
  }

  /// Sets both ways of a press.
  public func set(onPress press: Transaction, onRelease release: Transaction) {
    onPress = press
    onRelease = release
  }

  /// False lets opacity and scale animate, and nothing else.
  public var animatesContent: Bool? {
    get { call.property("button.transaction.animatesContent") }
    nonmutating set { call.setProperty("button.transaction.animatesContent", newValue) }
  }
}
