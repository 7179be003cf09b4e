import ButtonClient
import ButtonProtocol
import JSONRPC

/// A press of a recording.
struct HeldPress: Hashable {
  let connection: Int
  let id: String
}

/// Presses that acted by their time. In a daemon for replays no press does that itself: what was recorded
/// of them is played instead.
extension Player {
  /// The request that has the effect of an input: of a press that acts by its time a trigger, and of the
  /// release of such a press, whatever that came to, a cancellation.
  mutating func playable(_ input: InputReceivedNotification) -> InputReceivedNotification {
    let isRepeat = input.inputMethod == InputReceivedNotification.pressRepeated
    guard isRepeat || !repeatedPresses.isEmpty, let id = input.button else { return input }
    let press = HeldPress(connection: input.connection, id: id)
    var input = input
    switch input.inputMethod {
    case InputReceivedNotification.pressRepeated:
      repeatedPresses.insert(press)
      input.inputMethod = "\(ButtonsTriggerRequest.method)"
    case "\(PressEndedRequest.method)":
      guard repeatedPresses.remove(press) != nil else { return input }
      input.inputMethod = "\(PressCancelledRequest.method)"
      input.refused = nil
    case "\(PressBeganRequest.method)", "\(PressCancelledRequest.method)":
      repeatedPresses.remove(press)
    default: break
    }
    return input
  }
}

extension InputReceivedNotification {
  /// The id of the button that it is about; nil if it names none.
  fileprivate var button: String? {
    Player.params(of: self).read { Members($0).value(.id)?.string } ?? nil
  }
}
