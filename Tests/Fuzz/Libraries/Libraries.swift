import PluginTools

/// A plugin's library as a file: what it says to the loader, or an error that says what is wrong.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do throws(ELFError) {
    let library = try ELFLibrary(UnsafeRawBufferPointer(start: bytes, count: count))
    precondition(library.symbols.count < 1 << 20, "more symbols than are read")
    precondition(library.needed.allSatisfy { $0.utf8.count < 3 * 4_096 }, "a name without end")
  } catch {
    precondition(!error.description.isEmpty, "an error without words")
  }
  return 0
}
