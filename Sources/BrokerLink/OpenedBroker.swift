import CMosquitto
import Glibc

/// A handle of libmosquitto that a thread of the pool has connected, or could not.
struct OpenedBroker: Sendable {
  /// The handle's address, 0 for none; the connection that takes it frees it.
  let address: UInt
  let code: Int32
  /// The system's reason for a failure.
  let system: Int32

  /// Looks up the broker, connects and introduces the client; waits as long as the system does.
  init(connecting settings: BrokerSettings) {
    OpenedBroker.library
    let handle = mosquitto_new(settings.client, true, nil)
    address = UInt(bitPattern: handle)
    errno = 0
    code = handle.map { OpenedBroker.connect($0, settings) } ?? MOSQ_ERR_NOMEM.rawValue
    system = errno
  }

  /// Why there is no connection.
  var error: BrokerError { BrokerError(code, system: system) }

  /// Readies the library once.
  private static let library: Void = { _ = mosquitto_lib_init() }()

  private static func connect(_ handle: OpaquePointer, _ settings: BrokerSettings) -> Int32 {
    let success = MOSQ_ERR_SUCCESS.rawValue
    var code = success
    if let will = settings.will {
      code = mosquitto_will_set(
        handle, will.topic, Int32(will.payload.utf8.count), will.payload, 1, true)
    }
    if code == success, let user = settings.user {
      code = mosquitto_username_pw_set(handle, user, settings.password)
    }
    if code == success, let tls = settings.tls {
      if tls.authorities == nil {
        code = mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
      }
      if code == success, tls.authorities != nil || tls.certificate != nil {
        code = mosquitto_tls_set(
          handle, tls.authorities, tls.authorities == nil ? "/etc/ssl/certs" : nil,
          tls.certificate, tls.certificateKey, nil)
      }
      if code == success { code = mosquitto_tls_opts_set(handle, 1, nil, nil) }
    }
    mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
    if code != success { return code }
    return mosquitto_connect(handle, settings.host, Int32(settings.port), settings.keepAlive)
  }
}
