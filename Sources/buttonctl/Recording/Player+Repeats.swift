import ButtonClient
import ButtonProtocol
import JSONRPC

struct HeldPress: Hashable {
  let connection: Int
  let id: String
}

/// Presses that acted by time. In a daemon for replays no press does so: the recorded effects are
/// played instead.
extension Player {
  /// The request with the effect of an input: a trigger for a press that acts by time, and a
  /// cancellation for its release, whatever that did.
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
  /// Nil if the input names no button.
  fileprivate var button: String? {
    Player.params(of: self).read { Members($0).value(.id)?.string } ?? nil
  }
}
