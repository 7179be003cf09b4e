import ButtonModel
import PluginChannel

/// A worker that the tests of a suite share: its plugin has a style, and a handler, for each of them.
final class SharedWorker {
  let worker: WorkerFixture
  private let names: [String]

  /// Starts it with a plugin whose `resolve` has a body for each name.
  convenience init(_ bodies: KeyValuePairs<String, String>, declarations: String = "") throws {
    try self.init(
      CPlugin(resolve: SharedWorker.cases(bodies), declarations: declarations), bodies.map(\.key))
  }

  /// Starts it with a plugin that has styles and handlers of these names.
  init(_ plugin: CPlugin, _ names: [String]) throws {
    self.names = names
    worker = try WorkerFixture(plugin.load(styles: names, handlers: names))
    try worker.hello()
  }

  /// C that runs the body of the style or handler that is asked.
  static func cases(_ bodies: KeyValuePairs<String, String>) -> String {
    bodies.map { name, body in
      """
      if (entry == key("style.\(name)") || entry == key("handler.\(name)")) {
      \(body)
      }
      """
    }.joined(separator: "\n")
  }

  /// A button with the style of a name, or with its handler as well.
  func item(
    _ name: String, handle: UInt64 = 42, state: ControlState = .normal, hasHandler: Bool = false,
    traitMask: UInt16 = 1
  ) -> BatchItem {
    guard let index = names.firstIndex(of: name) else {
      preconditionFailure("the suite's plugin has no style \(name)")
    }
    return BatchItem(
      handle: handle, state: state, style: index, handler: hasHandler ? index : nil,
      traitMask: traitMask)
  }

  /// The look of one button with the style of a name.
  func resolve(_ name: String) throws -> Answer {
    try worker.resolve { $0.addButton(item(name)) }
  }
}
