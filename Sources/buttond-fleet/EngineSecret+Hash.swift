import CPlatform
import RedisEngine

extension EngineSecret {
  /// The password's SHA-256 in hexadecimal, as the engine's access rules hold it.
  var hash: String {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var message = Array(text.utf8) + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    message += withUnsafeBytes(of: UInt64(text.utf8.count * 8).bigEndian) { Array($0) }
    csystem_sha256_blocks(&state, message, message.count / 64)
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
