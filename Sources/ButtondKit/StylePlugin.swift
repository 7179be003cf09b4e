public import CButtonPlugin

/// A plugin: its identity, its styles and its update handlers.
///
/// Export it by one C function:
///
/// ```swift
/// @c(buttond_plugin_v1)
/// public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
///   MyPlugin.table(for: host)
/// }
/// ```
public protocol StylePlugin {
  /// The reverse-DNS id; equal to the manifest's.
  static var id: String { get }
  /// The version; equal to the manifest's.
  static var version: String { get }
  /// The styles by the names that the manifest gives them.
  static var styles: [String: any ButtonStyle] { get }
  /// The update handlers by the names that the manifest gives them.
  static var handlers: [String: any UpdateHandler] { get }
  /// Does, before the first button, what that one would have to wait for, such as parsing files of the
  /// plugin's folder. A thrown error ends the plugin for good, until its files change.
  static func warmUp(_ startup: borrowing Startup) throws
}

extension StylePlugin {
  /// No styles.
  public static var styles: [String: any ButtonStyle] { [:] }
  /// No handlers.
  public static var handlers: [String: any UpdateHandler] { [:] }
  /// Nothing to do.
  public static func warmUp(_ startup: borrowing Startup) throws {}

  /// The table that a plugin's entry function returns; nil for a host that it does not understand.
  ///
  /// A process holds one plugin, so there is one table in it.
  public static func table(for host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
    guard let host, host.pointee.magic == BTN_MAGIC, host.pointee.abi_major == BTN_ABI_MAJOR
    else { return nil }
    return PluginInstance.table(
      PluginDefinition(id: id, version: version, warmUp: warmUp) { (styles, handlers) })
  }
}

/// A look for every state, under every display.
public protocol ButtonStyle: Sendable {
  /// Sets how the button looks. Must depend on nothing but the context and the look.
  func update(_ look: borrowing Look, in context: borrowing Context) throws
}

/// A button's own changes, made after its style has run; they win over the style's.
public protocol UpdateHandler: Sendable {
  /// Sets what changes. Must depend on nothing but the context and the look.
  func update(_ look: borrowing Look, in context: borrowing Context) throws
}

/// Why a style or handler gives a button up: throw it, and clients see the reason.
public struct StyleFailure: Error, CustomStringConvertible {
  /// What is missing or wrong.
  public let description: String

  /// A failure with a reason.
  public init(_ description: String) { self.description = description }
}
