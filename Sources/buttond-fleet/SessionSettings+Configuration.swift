import ButtonProtocol
import DaemonConfiguration
import NIOCore
import RedisEngine

extension SessionSettings {
  /// What the configuration says of a scope; throws if its engine's address cannot be used.
  init(_ scope: FleetScopeSettings, of daemon: String = "") throws(RedisEngineError) {
    try self.init(EngineLocation(scope.engine))
    name = daemon
    version = Release.version
    secretFile = scope.secret
    options.authority = scope.ca
    if let chain = scope.certificate, let key = scope.certificateKey {
      options.certificate = ClientCertificate(chain: chain, key: key)
    }
    options.allowsPlaintext = scope.plaintext
    isReadOnly = scope.access == .read
    level =
      switch scope.answer {
      case .applied: .applied
      case .replicated: .replicated(1)
      case .synced: .synced(0)
      }
    pace = .nanoseconds(Int64(clamping: scope.pace))
    spread = .nanoseconds(Int64(clamping: scope.spread))
  }
}
