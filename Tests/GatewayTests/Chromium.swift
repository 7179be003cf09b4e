import Glibc
import TestSupport

/// A browser without a window, driven over a pair of descriptors with its own protocol: JSON, each
/// message ended by a zero. Its pages have nothing in common. It ends with the object.
final class Chromium {
  private let program: Program
  private let profile: TemporaryFolder
  private let channel: Int32
  private var buffered: [UInt8] = []
  private var lastID = 0
  /// How long any wait may last, in seconds.
  var patience = 120.0

  /// Starts a browser. It runs without its sandbox, as the tests may run as root; it only shows pages
  /// of this repository.
  init() throws {
    profile = TemporaryFolder()
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw TestFailure("no pair of sockets: errno \(errno)")
    }
    channel = ends[0]
    defer { close(ends[1]) }
    // One end for both directions: what it reads comes at 3, what it writes goes to 4.
    program = try Program(
      try Chromium.path(),
      [
        "--headless=new", "--no-sandbox", "--remote-debugging-pipe",
        "--user-data-dir=\(profile.path)", "--no-first-run", "--no-default-browser-check",
        "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--hide-scrollbars", "--lang=en", "--disable-renderer-backgrounding",
        "--disable-backgrounding-occluded-windows", "about:blank",
      ],
      environment: ["HOME": profile.path, "LANG": "C.UTF-8"], descriptors: [ends[1], ends[1]])
  }

  deinit {
    // Told to end, it takes its own processes along.
    _ = try? call("Browser.close")
    _ = try? program.waitForEnd(by: Deadline())
    close(channel)
  }

  /// The path of the program on this system.
  private static func path() throws -> String {
    let names = ["chromium", "chromium-browser", "google-chrome"]
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
    for name in names {
      for folder in folders where access("\(folder)/\(name)", X_OK) == 0 {
        return "\(folder)/\(name)"
      }
    }
    throw TestFailure("there is no Chromium here: run scripts/setup, which installs it")
  }

  /// Opens a page that shares nothing with those before it; it is closed when it is released.
  func open(_ url: String) throws -> Page {
    let context = try call("Target.createBrowserContext")["browserContextId"]?.string ?? ""
    let target = try call(
      "Target.createTarget", #"{"url":"about:blank","browserContextId":"\#(context)"}"#)
    let attached = try call(
      "Target.attachToTarget",
      #"{"targetId":"\#(target["targetId"]?.string ?? "")","flatten":true}"#)
    let page = Page(of: self, context: context, session: attached["sessionId"]?.string ?? "")
    try page.begin()
    try page.navigate(url)
    return page
  }

  /// Does something and waits for its result.
  @discardableResult
  func call(_ method: String, _ params: String = "{}", session: String? = nil) throws -> JSONTree {
    lastID += 1
    let id = lastID
    let session = session.map { #","sessionId":"\#($0)""# } ?? ""
    try send(#"{"id":\#(id),"method":"\#(method)","params":\#(params)\#(session)}"#)
    let deadline = Deadline(seconds: patience)
    while true {
      let message = try next(by: deadline)
      guard message["id"] == .int(Int64(id)) else { continue }
      if let error = message["error"] { throw TestFailure("\(method): \(error.text)") }
      return message["result"] ?? .null
    }
  }

  private func send(_ text: String) throws {
    let bytes = Array(text.utf8) + [0]
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(channel, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestFailure("the browser is gone:\n\(program.log)") }
      sent += count
    }
  }

  private func next(by deadline: Deadline) throws -> JSONTree {
    while true {
      if let end = buffered.firstIndex(of: 0) {
        defer { buffered.removeSubrange(...end) }
        return try JSONTree(parsing: String(decoding: buffered[..<end], as: UTF8.self))
      }
      var poll = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, deadline.remainingMilliseconds) > 0 else {
        throw TestFailure("the browser says nothing:\n\(program.log)")
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = chunk.withUnsafeMutableBytes { recv(channel, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { throw TestFailure("the browser is gone:\n\(program.log)") }
      buffered += chunk.prefix(count)
    }
  }
}
