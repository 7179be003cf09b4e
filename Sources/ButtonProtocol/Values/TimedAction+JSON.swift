import ButtonModel
import JSONRPC

extension TimedGesture {
  fileprivate var timeName: StaticString {
    switch self {
    case .longPress: "afterMs"
    case .doublePress: "withinMs"
    }
  }
}

extension TimedAction {
  /// Lays `{afterMs?, action}` or `{withinMs?, action}` over what is patched, if anything; a null
  /// time is the default.
  init(
    json: JSONElement, of gesture: TimedGesture, patching present: TimedAction?, isPatch: Bool
  ) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    let timeName = gesture.timeName
    var mistakes = Mistakes()
    mistakes.attempt { () throws(ProtocolError) in
      try json.allowOnly(["\(timeName)", "action"])
    }
    var milliseconds = present?.milliseconds ?? gesture.usualMs
    if let value = json.member(timeName) {
      let read = mistakes.attempt("\(timeName)") { () throws(ProtocolError) in
        try value.milliseconds(in: gesture.times, or: gesture.usualMs)
      }
      milliseconds = read ?? milliseconds
    }
    let action = mistakes.action(in: json, patching: present?.action, isPatch: isPatch)
    try mistakes.check()
    self.init(milliseconds: milliseconds, action: action)
  }

  func write(as gesture: TimedGesture, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(gesture.timeName, milliseconds)
    writer.member("action", action)
    writer.endObject()
  }
}

extension Mistakes {
  /// Lays the required member `action` over what is patched, if anything. Empty when it is wrong.
  mutating func action(
    in json: JSONElement, patching present: Action?, isPatch: Bool
  ) -> Action {
    var action = present
    if let value = json.member("action") {
      action =
        value.isNull
        ? nil
        : attempt("action") { () throws(ProtocolError) in
          try Action(json: value, patching: present, isPatch: isPatch)
        } ?? Action()
    }
    if action == nil { add(.invalidParams("action is missing", path: "action")) }
    return action ?? Action()
  }
}
