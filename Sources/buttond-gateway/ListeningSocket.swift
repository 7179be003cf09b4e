import Glibc

/// A socket that is bound to an address, on which the gateway will listen.
struct ListeningSocket {
  let address: ListenAddress
  let descriptor: Int32
  let port: UInt16

  /// How often a port of the system's choice is tried for all addresses together.
  private static let attempts = 20

  /// Opens sockets for all addresses, on one port.
  static func open(_ settings: GatewaySettings) throws(GatewayError) -> [ListeningSocket] {
    for attempt in 1...attempts {
      do {
        return try openOnce(settings)
      } catch {
        if settings.port != 0 || attempt == attempts { throw error }
      }
    }
    preconditionFailure("the last attempt returns or throws")
  }

  private static func openOnce(_ settings: GatewaySettings) throws(GatewayError)
    -> [ListeningSocket]
  {
    var sockets: [ListeningSocket] = []
    for address in settings.addresses {
      switch address.open(port: sockets.first?.port ?? settings.port) {
      case .success(let (descriptor, port)):
        sockets.append(ListeningSocket(address: address, descriptor: descriptor, port: port))
      case .failure(let reason):
        if settings.isDefaultAddresses, reason.isAbsence { continue }
        for socket in sockets { close(socket.descriptor) }
        throw GatewayError(
          "cannot listen on \(address.inURL):\(settings.port): \(reason); name another --port or"
            + " --listen address")
      }
    }
    guard !sockets.isEmpty else {
      throw GatewayError(
        "this machine has neither 127.0.0.1 nor ::1: name an address with --listen")
    }
    return sockets
  }
}
