import JSONRPC
import PluginHost

/// A plugin's `plugin.json`: a manifest or an error that says where.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let file = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(ManifestError) {
    let manifest = try Manifest(file, file: "plugin.json", parser: JSONParser())
    _ = manifest.shortName
    for file in manifest.library {
      precondition(!file.value.hasPrefix("/"), "a library outside the plugin's folder")
      precondition(!file.value.split(separator: "/").contains(".."), "a library out of the folder")
    }
  } catch {
    precondition(!error.description.isEmpty, "an error without words")
  }
  return 0
}
