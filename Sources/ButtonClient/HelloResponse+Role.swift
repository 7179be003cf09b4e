package import ButtonProtocol
import Glibc

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
