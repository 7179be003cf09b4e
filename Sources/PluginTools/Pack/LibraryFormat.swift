import PluginHost

/// The machine that a shared library is for, by its first bytes.
enum LibraryFormat {
  static let headerBytes = 20

  /// Why a file that begins so is not a library for a platform; nil if it is. A platform without a
  /// processor means this machine's.
  static func refusal(_ header: [UInt8], for platform: String) -> String? {
    guard header.count >= headerBytes, header[..<4].elementsEqual([0x7F, 0x45, 0x4C, 0x46]) else {
      return "is not a shared library"
    }
    guard header[4] == 2, header[5] == 1 else { return "is no 64-bit little-endian library" }
    guard header[16] == 3, header[17] == 0 else {
      return "is not a shared library; link it with -shared"
    }
    let machine = Int(header[18]) | Int(header[19]) << 8
    let processor =
      platform.split(separator: "-", maxSplits: 1).dropFirst().first.map(String.init)
      ?? Platform.current.processor
    guard let wanted = machines[processor] else { return nil }
    let found = machines.first { $0.value == machine }?.key ?? "another processor (\(machine))"
    return wanted == machine ? nil : "is built for \(found), not for \(processor)"
  }

  /// ELF's numbers of processors.
  private static let machines = ["x86_64": 62, "aarch64": 183]
}
