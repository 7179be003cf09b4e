import TestSupport

/// The buttons of the main job: one that counts, one that raises the count, one that has nothing to
/// do with either.
enum DemoButtons {
  static let definitions = """
    {"buttons": [
      {"id": "checkout", "style": "filled", "handler": "checkout/count"},
      {"id": "add-item", "style": "gray", "configuration": {"title": "Add Item"},
       "action": {"name": "add-item",
                  "operations": [{"op": "increment", "key": "checkout.itemCount"}]}},
      {"id": "help", "style": "gray", "configuration": {"title": "Help"},
       "isSelected": {"state": "help.isOpen"}}
    ], "wait": "published"}
    """.replacing("\n", with: " ")

  /// The plugins that they need.
  static let plugins: Set<ShippedPlugin> = [.checkout]

  /// A daemon that shows them.
  static func daemon(
    _ arguments: [String] = [], plugins more: Set<ShippedPlugin> = [],
    environment: [String: String] = [:]
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      arguments, plugins: plugins.union(more), environment: environment)
    try daemon.waitForPlugins()
    try daemon.connect().call("buttons.define", definitions)
    return daemon
  }
}

extension DaemonProcess {
  /// A connection that watches buttons, and what it was shown first.
  func watch(_ match: String, _ others: String = "") throws -> (TestClient, JSONTree) {
    let client = try connect()
    return (client, try client.call("buttons.subscribe", #"{"match":"\#(match)"\#(others)}"#))
  }

  /// A figure of `server.stats`.
  func figure(_ name: String) throws -> Int {
    guard let value = try connect().call("server.stats")[name]?.int else {
      throw TestFailure("server.stats has no \(name)")
    }
    return value
  }
}

extension TestClient {
  /// Waits for a frame.
  func nextFrame() throws -> JSONTree { try nextNotification("buttons.updated") }

  /// Waits for the frame in which a button's title is a text; the frames until then, with it.
  func frames(until title: String, of id: String) throws -> [JSONTree] {
    var frames: [JSONTree] = []
    while true {
      let frame = try nextFrame()
      frames.append(frame)
      if frame.record(id)?["appearance"]?["title"]?.string == title { return frames }
    }
  }

  /// A button's record as it is now.
  func record(_ id: String) throws -> JSONTree {
    let result = try call("buttons.get", #"{"match":"\#(id)"}"#)
    guard let record = result.record(id) else { throw TestFailure("there is no \(id)") }
    return record
  }
}

extension JSONTree {
  /// The ids of the buttons in a frame or snapshot, in order.
  var ids: [String] { self["buttons"]?.elements.compactMap { $0["id"]?.string }.sorted() ?? [] }

  /// A button's record in a frame or snapshot.
  func record(_ id: String) -> JSONTree? {
    self["buttons"]?.elements.first { $0["id"]?.string == id }
  }

  /// The title that a record shows.
  var title: String? { self["appearance"]?["title"]?.string }
}
