import HostileInputs

/// An expression, or a template, and a value that it reads: compiled and evaluated, or an error that
/// says where.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  HostileExpression.exercise(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}
