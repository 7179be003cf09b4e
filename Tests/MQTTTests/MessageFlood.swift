import Glibc
import TestSupport

/// Sends messages as fast as a broker takes them, over a socket: a client that only publishes.
enum MessageFlood {
  /// Sends messages of QoS 0, and returns when the broker has read all of them.
  static func send(
    to port: UInt16, _ messages: [(topic: String, payload: String)], isRetained: Bool = false
  ) throws {
    var bytes = MQTTPacket.bytes(
      0x10, MQTTPacket.text("MQTT") + [4, 2, 0, 60] + MQTTPacket.text("flood-\(port)"))
    for (topic, payload) in messages {
      bytes += MQTTPacket.bytes(
        isRetained ? 0x31 : 0x30, MQTTPacket.text(topic) + Array(payload.utf8))
    }
    bytes += [0xC0, 0x00]
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw TestFailure("no connection to the broker: errno \(errno)") }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TestFailure("the broker takes no more: errno \(errno)") }
      sent += count
    }
    // Its answers to the connection and to the ping behind the last message.
    var answer = [UInt8](repeating: 0, count: 6)
    var got = 0
    while got < 6 {
      let count = answer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, 6 - got, 0) }
      guard count > 0 else { throw TestFailure("the broker has hung up") }
      got += count
    }
  }
}
