import ButtonEngine
import ButtonProtocol

/// The events of a press, 17 bytes each: what it is, x and y. The recogniser must say of each what a
/// plain model says.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var press = ModelledPress()
  let input = UnsafeRawBufferPointer(start: bytes, count: count)
  let length = ModelledPress.eventBytes
  for start in stride(from: 0, to: count - length + 1, by: length) {
    press.take(
      input[start] % 7, x: number(input, at: start + 1), y: number(input, at: start + 9))
  }
  return 0
}

private func number(_ input: UnsafeRawBufferPointer, at place: Int) -> Double {
  Double(
    bitPattern: UInt64(
      littleEndian: input.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
}
