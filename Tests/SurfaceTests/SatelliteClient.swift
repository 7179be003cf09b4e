import FoundationEssentials
import Glibc
import TestSupport

/// A program with decks, as the Satellite API describes it: it can send anything at all, keeps the latest
/// state of every key, and waits for what it wants with a deadline.
final class SatelliteClient {
  private let socket: Int32
  private let surface: Surface
  private var isClosed = false
  private var buffered: [UInt8] = []
  /// How far `buffered` has been searched for a newline.
  private var searched = 0
  /// The devices that were announced with a manifest.
  private var advanced: Set<String> = []
  /// The device that is meant where none is named: the last that was added.
  private(set) var device = ""
  /// The latest state of the keys of each device, by index or by the id of the control.
  private(set) var keys: [String: [String: SatelliteKey]] = [:]
  /// The latest brightness of each device.
  private(set) var brightness: [String: String] = [:]
  /// How many states of keys have come.
  private(set) var stateCount = 0
  /// How long any wait may last, in seconds.
  var patience = Deadline.patience

  /// Connects to a surface, which lives at least as long as the client. A small `receiveBuffer`, in
  /// bytes, is soon full when nothing is read.
  init(_ surface: Surface, receiveBuffer: Int32? = nil) throws {
    self.surface = surface
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    socket = Glibc.socket(AF_INET, kind, 0)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var on: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = surface.port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      throw TestFailure("no connection to port \(surface.port): errno \(errno)")
    }
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// Disconnects, even if a child of another test has inherited the connection.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    shutdown(socket, Int32(SHUT_RDWR))
    Glibc.close(socket)
  }

  // MARK: Sending

  /// Sends a line; its end is added.
  func send(_ line: String) throws { try send(bytes: Array((line + "\n").utf8)) }

  /// Sends bytes as they are, all of them.
  func send(bytes: [UInt8]) throws {
    let deadline = Deadline(seconds: patience)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        guard try wait(for: POLLOUT, by: deadline) else {
          throw TestFailure("the server took \(sent) of \(bytes.count) bytes in time")
        }
      } else {
        throw TestFailure("the server takes no bytes: errno \(errno)")
      }
    }
  }

  /// Sends a command and waits for its answer.
  @discardableResult
  func ask(_ line: String) throws -> SatelliteMessage {
    try send(line)
    return try nextAnswer()
  }

  /// Adds a device with rows of keys, which must be let in.
  @discardableResult
  func addDevice(
    _ id: String, keys total: Int, perRow: Int, _ options: String = ""
  ) throws -> SatelliteMessage {
    advanced.remove(id)
    return try add(id, "KEYS_TOTAL=\(total) KEYS_PER_ROW=\(perRow) \(options)")
  }

  /// Adds a device that says in JSON where its controls are and what they show.
  @discardableResult
  func addDevice(
    _ id: String, manifest: String, _ options: String = ""
  ) throws -> SatelliteMessage {
    advanced.insert(id)
    let text = Data(manifest.utf8).base64EncodedString()
    return try add(id, "LAYOUT_MANIFEST=\"\(text)\" \(options)")
  }

  private func add(_ id: String, _ arguments: String) throws -> SatelliteMessage {
    try send("ADD-DEVICE DEVICEID=\"\(id)\" PRODUCT_NAME=\"Test deck\" \(arguments)")
    let answer = try nextMessage { $0.name == "ADD-DEVICE" }
    guard answer.outcome == .ok else { throw TestFailure("not added: \(answer.line)") }
    device = id
    return answer
  }

  /// Presses a key and waits until the server has heard it.
  func press(_ key: some CustomStringConvertible, of device: String? = nil) throws {
    try touch(key, of: device, isPressed: true)
  }

  /// Lets go of a key and waits until the server has heard it.
  func release(_ key: some CustomStringConvertible, of device: String? = nil) throws {
    try touch(key, of: device, isPressed: false)
  }

  private func touch(
    _ key: some CustomStringConvertible, of device: String?, isPressed: Bool
  ) throws {
    let id = device ?? self.device
    let name = advanced.contains(id) ? "CONTROLID" : "KEY"
    try send("KEY-PRESS DEVICEID=\"\(id)\" \(name)=\"\(key)\" PRESSED=\(isPressed ? 1 : 0)")
    let answer = try nextMessage { $0.name == "KEY-PRESS" }
    guard answer.outcome == .ok else { throw TestFailure("not pressed: \(answer.line)") }
  }

  /// Asks for a sign of life and waits for it.
  func ping(_ body: String = "") throws {
    try send("PING \(body)")
    let answer = try nextMessage { $0.name == "PONG" }
    guard answer.line == "PONG \(body) " else { throw TestFailure("got \(answer.line)") }
  }

  // MARK: Receiving

  /// The next line, taken in and taken apart; nil when the server has closed the connection.
  func next(by deadline: Deadline? = nil) throws -> SatelliteMessage? {
    let deadline = deadline ?? Deadline(seconds: patience)
    while true {
      if let newline = buffered[searched...].firstIndex(of: 0x0A) {
        let line = String(decoding: buffered[..<newline], as: UTF8.self)
        buffered.removeSubrange(...newline)
        searched = 0
        let message = SatelliteMessage(line)
        try take(message)
        return message
      }
      searched = buffered.count
      guard try wait(for: POLLIN, by: deadline) else {
        throw TestFailure("nothing came in time")
      }
      if !receive() { return nil }
    }
  }

  /// The next message for which something holds; those before it are taken in.
  @discardableResult
  func nextMessage(where holds: (SatelliteMessage) -> Bool) throws -> SatelliteMessage {
    let deadline = Deadline(seconds: patience)
    while let message = try next(by: deadline) {
      if holds(message) { return message }
    }
    throw TestFailure("the connection is closed")
  }

  /// The next message that answers a command, as the server says nothing of this kind unasked.
  func nextAnswer() throws -> SatelliteMessage {
    try nextMessage { $0.outcome != nil || ["PONG", "ERROR"].contains($0.name) }
  }

  /// Waits until the latest state of a key is as wanted, and returns it.
  @discardableResult
  func waitForKey(
    _ key: some CustomStringConvertible, of device: String? = nil,
    where holds: (SatelliteKey) -> Bool = { _ in true }
  ) throws -> SatelliteKey {
    let device = device ?? self.device
    let deadline = Deadline(seconds: patience)
    while true {
      let state = keys[device]?["\(key)"]
      if let state, holds(state) { return state }
      do {
        guard try next(by: deadline) != nil else { throw TestFailure("the connection is closed") }
      } catch let failure as TestFailure {
        let last = keys[device]?["\(key)"].map { "\($0)" } ?? "nothing"
        throw TestFailure("key \(key) of \(device) is not as wanted, \(failure); it is \(last)")
      }
    }
  }

  /// Waits until a device has a brightness.
  func waitForBrightness(_ value: Int, of device: String? = nil) throws {
    let device = device ?? self.device
    while brightness[device] != "\(value)" {
      try nextMessage { $0.name == "BRIGHTNESS" && $0["DEVICEID"] == device }
    }
  }

  /// Forgets the states of the keys: a wait is for what comes from now on.
  func forgetKeys() { keys = [:] }

  /// True when the server closes the connection in time; what it still says is taken in.
  func isClosedByServer() throws -> Bool {
    let deadline = Deadline(seconds: patience)
    while try next(by: deadline) != nil {}
    return true
  }

  private func take(_ message: SatelliteMessage) throws {
    guard let device = message["DEVICEID"] else { return }
    if message.name == "KEY-STATE", let key = message["CONTROLID"] ?? message["KEY"] {
      keys[device, default: [:]][key] = try SatelliteKey(message)
      stateCount += 1
    } else if message.name == "BRIGHTNESS" {
      brightness[device] = message["VALUE"]
    }
  }

  /// Takes what has come; false when the server has closed the connection.
  private func receive() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = chunk.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    if count > 0 { buffered += chunk.prefix(count) }
    return count > 0 || (count < 0 && errno == EAGAIN)
  }

  private func wait(for events: Int32, by deadline: Deadline) throws -> Bool {
    var poll = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let count = Glibc.poll(&poll, 1, deadline.remainingMilliseconds)
      if count >= 0 { return count > 0 }
      if errno != EINTR { throw TestFailure("poll failed: errno \(errno)") }
    }
  }
}
