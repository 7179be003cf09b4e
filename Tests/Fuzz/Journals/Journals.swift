/// A journal that is anything, or rows whose texts are anything: the daemon refuses what it does not
/// understand, and goes on from the rest.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeRawBufferPointer(start: bytes, count: count)
  if input.starts(with: "SQLite".utf8) {
    FuzzedJournal.open(input)
  } else {
    FuzzedJournal.restore(input)
  }
  return 0
}
