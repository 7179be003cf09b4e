/// How changes to what the look has become are to be shown.
///
/// The daemon compares the look on show with the new one: `onPress` holds where the button is pressed
/// now and was not, `onRelease` the other way round, `always` for all else, and where these two say
/// nothing. A number out of range gives the button up with that reason.
public struct TransactionLook: ~Copyable {
  let call: PluginCall

  /// Sets both ways of a press.
  public func set(onPress press: Transaction, onRelease release: Transaction) {
    onPress = press
    onRelease = release
  }
}
