import CPlatform
import Glibc

/// SHA-256 of texts one after the other, each with its length.
package struct Digest {
  private var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  package mutating func add(_ more: [UInt8]) {
    append(UInt64(more.count))
    bytes += more
  }

  /// Adds the names and contents of the files in a folder and those below it, but for hidden ones and
  /// for what is made of others.
  package mutating func add(folder: String) throws {
    let isMade = { (name: String) in name.hasSuffix(".so") || name == "__pycache__" }
    for name in try Folder.names(in: folder) where !name.hasPrefix(".") && !isMade(name) {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0 else { throw TestFailure("\(path): errno \(errno)") }
      add(name)
      if status.st_mode & S_IFMT == S_IFDIR {
        try add(folder: path)
      } else {
        add(try FileBytes.read(path))
      }
    }
  }

  /// The digest of all that was added, as 64 digits.
  package var text: String {
    var padded = self
    padded.bytes.append(0x80)
    while padded.bytes.count % 64 != 56 { padded.bytes.append(0) }
    padded.append(UInt64(bytes.count * 8))
    var state: [UInt32] = [
      0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
      0x5BE0_CD19,
    ]
    csystem_sha256_blocks(&state, padded.bytes, padded.bytes.count / 64)
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func append(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}
