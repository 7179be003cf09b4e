import CMosquitto
import Glibc

/// Why a connection to a broker could not be made, or is over, with advice where there is some.
package struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// What libmosquitto's code says; `detail` is what it logged last, or the system's reason.
  init(_ code: Int32, detail: String? = nil, system: Int32 = 0) {
    let words = mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    var text = words.hasSuffix(".") ? String(words.dropLast()) : words
    switch mosq_err_t(rawValue: code) {
    case MOSQ_ERR_ERRNO: text = String(cString: strerror(system))
    case MOSQ_ERR_EAI: text = "the name cannot be looked up; check broker.host"
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
      text = "no TLS with it; check broker.tls, broker.host and broker.port"
    case MOSQ_ERR_NOMEM: text = "it sent a packet for which there is no room"
    case MOSQ_ERR_KEEPALIVE: text = "it does not answer"
    case MOSQ_ERR_CONN_LOST: text = "the connection was lost"
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8, MOSQ_ERR_INVAL:
      text = "it sent data that is not valid MQTT 3.1.1"
    default: break
    }
    description = detail.map { "\(text) (\($0))" } ?? text
  }

  /// What a broker answered instead of accepting a connection.
  init(refusal: Int32) {
    switch refusal {
    case 2: description = "it refuses the name of this client; change broker.clientId"
    case 3: description = "it is not available"
    case 4, 5: description = "it refuses this user; check broker.user and broker.passwordFile"
    default: description = "it refuses the connection with code \(refusal)"
    }
  }
}
