import DaemonConfiguration
import JSONRPC

/// A configuration's text, as YAML and as JSON: a value that can be parsed, with a place for whatever
/// is asked for, or an error that says where.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = Array(UnsafeBufferPointer(start: bytes, count: count))
  check { () throws(TextFault) in try YAMLText.read(text) }
  let parser = JSONParser()
  let isJSON = text.withUnsafeBytes { (try? parser.parse(copying: $0)) != nil }
  let fault = check { () throws(TextFault) in try StrictJSON.read(text) }
  if isJSON, let fault {
    precondition(fault.message.hasSuffix("a name occurs once"), "JSON is refused: \(fault.message)")
  }
  return 0
}

/// Reads a text and looks into what came of it.
@discardableResult
private func check(_ read: () throws(TextFault) -> SourceText) -> TextFault? {
  do throws(TextFault) {
    let text = try read()
    let parser = JSONParser()
    // Only half of a surrogate pair is let through to the parser, which refuses it.
    let root = text.json.withUnsafeBytes { try? parser.parse(copying: $0) }
    guard let root else { return nil }
    for path in ["", "a", "limits.keys", "buttons[0].style", "a.b[1].c.d"] {
      precondition(text.place(of: path, in: root).line > 0, "lines count from 1")
    }
    withExtendedLifetime(parser) {}
    return nil
  } catch {
    precondition(!error.message.isEmpty && error.place.line > 0, "a fault says what and where")
    return error
  }
}
