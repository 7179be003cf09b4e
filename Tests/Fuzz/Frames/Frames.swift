import PluginChannel

/// A channel's stream of frames, as daemon and as worker, whole and cut in two.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let stream = UnsafeRawBufferPointer(start: bytes, count: count)
  let whole = FrameStream(stream, cutAt: 0)
  let halves = FrameStream(stream, cutAt: count / 2)
  precondition(whole == halves, "a stream cut in two reads differently")
  return 0
}

/// Seeds, for the folder that the environment names.
@c(LLVMFuzzerInitialize)
func prepare(
  _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutableRawPointer
) -> Int32 {
  FrameSeeds.write()
  return 0
}
