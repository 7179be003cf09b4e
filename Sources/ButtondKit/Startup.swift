import CButtonPlugin

/// The time before a plugin's first button: good for one call, and cannot be kept.
public struct Startup: ~Copyable {
  /// The daemon, for logging; this may be kept.
  public let host: Host
  private let resources: UnsafePointer<btn_host_resources>?

  init(host: Host) {
    self.host = host
    resources = host.extensionTable(BTN_EXT_RESOURCES)
  }

  /// The contents of a file in the plugin's own folder, for example `images/dial.svg`; nil when there
  /// is none. Names do not begin with a dot, nor do folders in them, and links are not followed.
  ///
  /// The manifest must say `"permissions": {"resources": true}`. All files together may have 64 MiB.
  public func resource(_ name: String) throws -> [UInt8]? {
    guard let resources else { throw StyleFailure("this host has no \(BTN_EXT_RESOURCES)") }
    var bytes: UnsafePointer<UInt8>?
    var count: UInt64 = 0
    var text = name
    let status = text.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        resources.pointee.read(
          host.opaque, text.baseAddress, UInt32(clamping: text.count), &bytes, &count)
      }
    }
    switch status {
    case BTN_OK: return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    case BTN_UNSET: return nil
    case BTN_E_DENIED:
      throw StyleFailure("\(name) needs the manifest's permission \"resources\"")
    case BTN_E_LIMIT: throw StyleFailure("\(name) is too large; all files may have 64 MiB")
    default: throw StyleFailure("\(name) was refused with status \(status)")
    }
  }
}
