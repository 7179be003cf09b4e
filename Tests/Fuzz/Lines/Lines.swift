import HostileInputs

/// A stream of lines, cut in two ways and read in every way.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  HostileInput.exercise(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}
