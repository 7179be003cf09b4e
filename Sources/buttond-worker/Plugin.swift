import CButtonPlugin
import PluginChannel

/// A created plugin: its functions, its instance, and the keys of its entries.
struct Plugin {
  let table: UnsafePointer<btn_plugin>

  private let instance: UnsafeMutableRawPointer?
  private let resolveFunction:
    (
      @convention(c) (UnsafeMutableRawPointer?, btn_key, OpaquePointer?) -> btn_status
    )
  /// Nil without `buttond.gesture/1`.
  private let eventFunction: GestureTable.EventFunction?
  /// Nil under a daemon.
  private let checks: Checks?
  private let styleKeys: [btn_key]
  private let handlerKeys: [btn_key]

  /// Interns the manifest's entries, creates the plugin and lets it warm up.
  init(
    _ library: PluginLibrary, _ load: LoadFrame, _ api: UnsafePointer<btn_host_api>,
    _ resolution: UnsafeMutablePointer<Resolution>
  ) throws(WorkerFailure) {
    table = library.table
    styleKeys = load.styles.map { resolution.pointee.internEntry("style." + $0) }
    handlerKeys = load.handlers.map { resolution.pointee.internEntry("handler." + $0) }
    guard let resolve = table.pointee.resolve else {
      throw WorkerFailure(code: .abiRefused, message: "the table lacks resolve")
    }
    checks = resolution.pointee.checks
    try checks?.live(PluginLife(table, api))
    let life = PluginLife(table, api)
    try life.begin()
    instance = life.instance
    checks?.ask(table, instance)
    resolveFunction = resolve
    eventFunction = try GestureTable.event(of: table, instance)
  }

  /// The keys to resolve an item with; nil if the manifest has no such entry.
  func entries(of item: BatchItem) -> (style: btn_key?, handler: btn_key?)? {
    if let style = item.style, style >= styleKeys.count { return nil }
    if let handler = item.handler, handler >= handlerKeys.count { return nil }
    return (item.style.map { styleKeys[$0] }, item.handler.map { handlerKeys[$0] })
  }

  func resolve(_ entry: btn_key, _ resolution: UnsafeMutablePointer<Resolution>) -> btn_status {
    let status = resolveFunction(instance, entry, OpaquePointer(resolution))
    checks?.returned()
    return status
  }

  /// The plugin has styles that handle gestures.
  var takesGestures: Bool { eventFunction != nil }

  func handle(
    _ event: inout btn_pointer_event, _ entry: btn_key, scratch: UnsafeMutablePointer<UInt8>,
    _ resolution: UnsafeMutablePointer<Resolution>
  ) -> btn_status {
    let status =
      eventFunction?(instance, entry, OpaquePointer(resolution), &event, scratch) ?? BTN_E_STATE
    checks?.returned()
    return status
  }

  func destroy() { table.pointee.destroy?(instance) }
}
