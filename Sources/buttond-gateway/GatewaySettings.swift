import ButtonClient
import ButtonProtocol

/// What the command line asks for.
struct GatewaySettings: Sendable {
  /// Where the daemon listens.
  var socket: SocketPath
  /// What to listen on.
  var addresses: [ListenAddress]
  /// 0 lets the system choose.
  var port: UInt16
  /// Whether an address of these that this system does not have is left out.
  var isDefaultAddresses: Bool
  /// Names by which browsers may reach the gateway, in lower case.
  var names: [String]
  /// Sites whose pages may use it.
  var origins: [Origin]
  /// The most that the token allows; nil for all that the daemon does.
  var role: Role?
  /// Where the token is written; nil for beside the daemon's socket.
  var tokenFile: String?
  var keepsToken: Bool
  var hidesToken: Bool
  var maximumConnections: Int
  /// The folder of the page; nil for the installed one.
  var webFolder: String?
}
