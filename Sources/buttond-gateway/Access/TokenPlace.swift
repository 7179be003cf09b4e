import ButtonClient

/// Where the token is written unless somebody says.
enum TokenPlace {
  /// `gateway.token` in the folder of the daemon's socket.
  static func beside(_ socket: SocketPath) -> String {
    guard let slash = socket.text.lastIndex(of: "/") else { return "gateway.token" }
    return String(socket.text[...slash]) + "gateway.token"
  }
}
