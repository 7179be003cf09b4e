package import ButtonProtocol
import Glibc

extension ClientError {
  /// What helps a program that needs a role.
  package func advice(needing role: Role) -> String {
    switch code {
    case .noDaemon, .unusablePath, .untrustedFolder:
      "Start the daemon, or name its socket with --socket."
    case _ where isRefusal: "Give the user the role \(role.rawValue)."
    default: "See why:\nbuttonctl doctor"
    }
  }
}

extension HelloResponse {
  /// Throws, with what to write into the daemon's configuration, unless it lets this user have a
  /// role.
  package func require(_ role: Role) throws(ClientError) {
    guard self.role < role else { return }
    throw ClientError(
      .forbidden,
      "the daemon lets this user only \(self.role.rawValue): its configuration must have "
        + "access: [{user: \(geteuid()), role: \(role.rawValue)}]")
  }
}
