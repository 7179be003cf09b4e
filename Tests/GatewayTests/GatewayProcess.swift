import Glibc
import TestSupport

/// An installed gateway for one test; killed when the object is released.
final class GatewayProcess {
  let program: Program
  /// Where the page is, with a slash at the end and without the token.
  let url: String
  /// The token in the printed address.
  let token: String
  let port: UInt16
  let tokenFile: String
  private let folder: TemporaryFolder

  /// Starts a gateway to a daemon's socket and waits until it listens.
  init(
    to socket: String, port: UInt16 = 0, _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    folder = TemporaryFolder()
    tokenFile = folder.file("token")
    program = try Program(
      "\(InstalledPrefix().path)/bin/buttond-gateway",
      ["--socket", socket, "--port", "\(port)", "--token-file", tokenFile] + arguments,
      environment: environment)
    guard let line = try program.nextLine(), line.hasPrefix("listening on http://") else {
      throw TestFailure("the gateway does not listen:\n\(program.log)")
    }
    let parts = line.dropFirst("listening on ".count).split(
      separator: "#token=", omittingEmptySubsequences: false)
    url = String(parts[0])
    token = parts.count > 1 ? String(parts[1]) : ""
    guard let number = url.split(separator: ":").last?.dropLast(), let port = UInt16(number) else {
      throw TestFailure("there is no port in \(line)")
    }
    self.port = port
  }

  /// The address with the token.
  var fullURL: String { "\(url)#token=\(token)" }

  /// A new connection to it.
  func connect() throws -> WebConnection { try WebConnection(port: port) }

  /// The response to a request on a new connection.
  func get(_ path: String, _ headers: [String] = [], method: String = "GET") throws -> WebAnswer {
    let connection = try connect()
    try connection.request(path, headers, method: method)
    return try connection.answer(isHead: method == "HEAD")
  }

  /// Opens a WebSocket, with the token or without.
  func webSocket(
    token: String? = nil, _ headers: [String] = [], host: String? = nil
  ) throws -> WebConnection {
    let connection = try connect()
    let answer = try connection.upgrade(token: token, headers, host: host)
    guard answer.status == 101 else {
      throw TestFailure("no WebSocket: \(answer.status) \(answer.text)")
    }
    return connection
  }

  /// Opens a WebSocket of a page that soon takes no more.
  func slowWebSocket() throws -> WebConnection {
    let connection = try WebConnection(port: port, receiveBuffer: 4_096)
    let answer = try connection.upgrade(token: nil, [], host: nil)
    guard answer.status == 101 else { throw TestFailure("no WebSocket: \(answer.text)") }
    return connection
  }
}
