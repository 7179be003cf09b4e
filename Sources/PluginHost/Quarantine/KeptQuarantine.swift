/// Reads a state folder's quarantined plugins while no daemon uses it; changes nothing.
package enum KeptQuarantine {
  /// The plugins' ids, and what each died of last; nil if the file is damaged.
  package static func plugins(in folder: String) -> [(plugin: String, message: String)]? {
    let file = StateListFile<QuarantineList>(folder: folder)
    guard let bytes = try? PluginFile.read(file.path, atMost: QuarantineList.maximumBytes + 128)
    else { return [] }
    let list = StateListFile<QuarantineList>.list(in: bytes)
    return list?.entries.map { ($0.plugin, $0.message) }
  }
}
