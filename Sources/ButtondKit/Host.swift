import CButtonPlugin

/// The daemon's side, for what is not part of one button: may be kept, and used on any thread.
public struct Host: Sendable {
  /// How much a line in the log matters.
  public enum LogLevel: Int32, Sendable {
    /// Messages for the author.
    case debug
    /// Messages for those who want to know.
    case info
    /// Something is not as it should be, and the plugin goes on.
    case warning
    /// Something does not work.
    case error
  }

  /// The table never changes, and the header allows `log` and `request_update` on any thread. The
  /// other functions are internal and called on the main thread.
  nonisolated(unsafe) private let api: UnsafePointer<btn_host_api>

  init(_ api: UnsafePointer<btn_host_api>) { self.api = api }

  /// The first argument of the host's functions.
  var opaque: OpaquePointer? { api.pointee.host }

  /// The host's table for an extension, nil when it lacks it.
  func extensionTable<Table>(_ name: String) -> UnsafePointer<Table>? {
    api.pointee.get_extension(api.pointee.host, name)?.assumingMemoryBound(to: Table.self)
  }

  /// Writes a line into the daemon's log, under the plugin's name: at most 1 KiB of it, and 8 KiB a
  /// second, beyond which lines are dropped and counted.
  public func log(_ message: String, level: LogLevel = .info) {
    var message = message
    message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        api.pointee.log(api.pointee.host, level.rawValue, text.baseAddress, UInt32(text.count))
      }
    }
  }

  /// Asks for a new look of one button, by the handle that `Context.handle` gives.
  ///
  /// For what the daemon cannot see change; what is read through the context is seen anyway. At most
  /// 60 a second for one button; the rest are put together.
  public func setNeedsUpdateConfiguration(handle: UInt64) {
    api.pointee.request_update(api.pointee.host, handle)
  }

  /// Asks for a new look of all buttons of this plugin.
  public func setNeedsUpdateConfiguration() {
    api.pointee.request_update(api.pointee.host, 0)
  }

  func intern(_ name: String) -> btn_key {
    var name = name
    return name.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        api.pointee.intern(api.pointee.host, text.baseAddress, UInt32(text.count))
      }
    }
  }

  func get(_ request: OpaquePointer, _ key: btn_key, _ out: inout btn_value) -> btn_status {
    api.pointee.get(request, key, &out)
  }

  func set(
    _ request: OpaquePointer, _ key: btn_key, _ value: UnsafePointer<btn_value>
  ) -> btn_status {
    api.pointee.set(request, key, value)
  }

  func fail(_ request: OpaquePointer, _ status: btn_status, _ message: String) -> btn_status {
    var message = message
    return message.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        api.pointee.fail(request, status, text.baseAddress, UInt32(text.count))
      }
    }
  }
}
