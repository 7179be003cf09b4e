package import ButtonModel
package import JSONRPC

extension RepeatBehavior: JSONEncodable {
  /// Lays `{afterMs?, everyMs?}` over what is patched; null is the default.
  init(json: JSONElement, patching present: RepeatBehavior?) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    let usual = RepeatBehavior()
    var behavior = present ?? usual
    var mistakes = Mistakes()
    mistakes.attempt { () throws(ProtocolError) in try json.allowOnly(["afterMs", "everyMs"]) }
    func read(
      _ name: StaticString, _ range: ClosedRange<Int>, _ usual: Int, into time: inout Int
    ) {
      guard let value = json.member(name) else { return }
      let read = mistakes.attempt("\(name)") { () throws(ProtocolError) in
        try value.milliseconds(in: range, or: usual)
      }
      time = read ?? time
    }
    read("afterMs", RepeatBehavior.delays, usual.afterMs, into: &behavior.afterMs)
    read("everyMs", RepeatBehavior.intervals, usual.everyMs, into: &behavior.everyMs)
    try mistakes.check()
    self = behavior
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("afterMs", afterMs)
    writer.member("everyMs", everyMs)
    writer.endObject()
  }
}

extension JSONElement {
  /// Null is the usual time.
  func milliseconds(in range: ClosedRange<Int>, or usual: Int) throws(ProtocolError) -> Int {
    if isNull { return usual }
    let time = try Int(json: self)
    guard range.contains(time) else {
      throw .invalidParams(
        "must be \(range.lowerBound) to \(range.upperBound) milliseconds, but is \(time)")
    }
    return time
  }
}
