/// A state database of any bytes, or rows of any texts: the daemon refuses what it does not
/// understand, and restores the rest.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeRawBufferPointer(start: bytes, count: count)
  if input.starts(with: "SQLite".utf8) {
    FuzzedStateDatabase.open(input)
  } else {
    FuzzedStateDatabase.restore(input)
  }
  return 0
}
