import ButtonEngine
import ButtonService
import JSONRPC

/// A client's lines to a fresh daemon in memory, with a turn after each, and the time after them.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let daemon = FuzzedDaemon()
  var padded = Array(UnsafeBufferPointer(start: bytes, count: count))
  padded += [UInt8](repeating: UInt8(ascii: "0"), count: JSONParser.padding)
  padded.withUnsafeBytes { padded in
    var splitter = LineSplitter(maxLineBytes: 1 << 16)
    var rest = UnsafeRawBufferPointer(rebasing: padded[..<count])
    while case .line(let line) = splitter.next(in: &rest) { daemon.receive(line) }
  }
  daemon.finish()
  return 0
}
