import TestSupport

/// A live daemon as transcripts see it.
struct LiveTransport: TranscriptTransport, ~Copyable {
  let daemon: DaemonProcess
  private var clients: [String: TestClient] = [:]

  init(_ daemon: DaemonProcess) { self.daemon = daemon }

  mutating func open(_ name: String) throws { clients[name] = try daemon.connect() }

  mutating func send(_ line: [UInt8], on name: String) throws {
    try clients[name]?.send(bytes: line + [0x0A])
  }

  mutating func receive(on name: String) throws -> [UInt8]? { try clients[name]?.nextLine() }

  mutating func isClosed(_ name: String) throws -> Bool {
    try clients.removeValue(forKey: name)?.isClosedByDaemon() ?? true
  }

  mutating func close(_ name: String) { clients.removeValue(forKey: name)?.close() }
}
