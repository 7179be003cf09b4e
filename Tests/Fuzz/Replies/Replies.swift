import RESP

/// What a server sends, whole and byte by byte: both come to the same, within small limits.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = UnsafeBufferPointer(start: bytes, count: count)
  var limits = RESPLimits()
  limits.lineBytes = 64
  limits.bulkBytes = 256
  limits.replyBytes = 2_048
  limits.depth = 4
  let whole = replies(bytes, limits, pieceBytes: max(1, count))
  let cut = replies(bytes, limits, pieceBytes: 1)
  precondition(whole.values == cut.values && whole.error == cut.error, "pieces make a difference")
  return 0
}

private func replies(
  _ bytes: UnsafeBufferPointer<UInt8>, _ limits: RESPLimits, pieceBytes: Int
) -> (values: [RESPValue], error: RESPError?) {
  var decoder = RESPDecoder(limits: limits)
  var values: [RESPValue] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    decoder.append(rest.prefix(pieceBytes))
    rest = rest.dropFirst(pieceBytes)
    do throws(RESPError) {
      while let value = try decoder.next() { values.append(value) }
    } catch {
      return (values, error)
    }
  }
  return (values, nil)
}
