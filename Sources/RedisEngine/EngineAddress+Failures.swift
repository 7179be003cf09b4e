import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import RESP

/// Failures of a connection, in sentences.
extension EngineAddress {
  func unasked(_ reply: RESPValue) -> RedisEngineError {
    // A server that is full says so without being asked.
    if case .error = reply { return refusal(reply, to: "a connection") }
    return RedisEngineError(
      .malformedReply, at: description, "it sent what nobody asked for",
      advice: "is there a Redis or Valkey at this port?")
  }

  func malformed(_ error: RESPError) -> RedisEngineError {
    RedisEngineError(
      .malformedReply, at: description, "\(error)",
      advice: "is there a Redis or Valkey at this port?")
  }

  func closed(isEncrypted: Bool) -> RedisEngineError {
    RedisEngineError(
      .closed, at: description, "it closed the connection",
      advice: isEncrypted
        ? "see the engine's log" : "if it expects TLS there, write rediss://; else see its log")
  }

  func over() -> RedisEngineError {
    RedisEngineError(
      .closed, at: description, "the connection has ended", advice: "it has to be made again")
  }

  func silent(_ time: TimeAmount) -> RedisEngineError {
    RedisEngineError(
      .silent, at: description, "no reply within \(time.seconds)",
      advice: "is the engine stopped, or the network cut?")
  }

  func unencrypted() -> RedisEngineError {
    RedisEngineError(
      .unencrypted, at: description, "the connection would cross a network in the clear",
      advice: "write rediss:// to use TLS, or allow it by `plaintext: true`, or with --plaintext")
  }

  func connectTimeout(_ time: TimeAmount) -> RedisEngineError {
    let advice =
      switch transport {
      case .tcp(let host, _, true):
        "does the name server answer (getent hosts \(host)), and does the engine expect TLS there?"
      case .tcp(let host, _, false):
        "does the name server answer (getent hosts \(host)), and the engine?"
      case .unix: "is the engine stopped?"
      }
    return RedisEngineError(
      .silent, at: description, "no connection within \(time.seconds)", advice: advice)
  }

  /// While connecting, encrypting or reading.
  func failure(_ error: any Error, isEncrypted: Bool) -> RedisEngineError {
    switch error {
    case let error as RedisEngineError: return error
    case let error as NIOConnectionError: return unreachable(error)
    case let error as IOError: return unreachable(String(cString: strerror(error.errnoCode)))
    case let error as NIOSSLError: return encryption(error)
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      return wrongCertificate("its certificate is for another name")
    case let error as BoringSSLError: return encryption("\(error)")
    default:
      if case ChannelError.connectTimeout(let time) = error { return connectTimeout(time) }
      return RedisEngineError(
        .unreachable, at: description, "the connection failed (\(error))",
        advice: "is the engine running?")
    }
  }

  private func unreachable(_ error: NIOConnectionError) -> RedisEngineError {
    guard let first = error.connectionErrors.first else {
      return RedisEngineError(
        .unreachable, at: description, "its name is not known",
        advice: "check the name: getent hosts \(error.host)")
    }
    guard let failure = first.error as? IOError else {
      return self.failure(first.error, isEncrypted: false)
    }
    return unreachable(String(cString: strerror(failure.errnoCode)))
  }

  private func unreachable(_ reason: String) -> RedisEngineError {
    RedisEngineError(
      .unreachable, at: description, "cannot connect (\(reason))",
      advice: "is the engine running, and does it listen there?")
  }

  private func encryption(_ error: NIOSSLError) -> RedisEngineError {
    switch error {
    case .handshakeFailed(let reason): encryption("\(reason)")
    case .uncleanShutdown: closed(isEncrypted: true)
    case .failedToLoadCertificate, .noSuchFilesystemObject:
      wrongCertificate("the certificates to trust cannot be read")
    default: encryption("\(error)")
    }
  }

  private func encryption(_ reason: String) -> RedisEngineError {
    if reason.contains("CERTIFICATE_VERIFY_FAILED") {
      return wrongCertificate("its certificate is not one that is trusted, or has expired")
    }
    return RedisEngineError(
      .handshake, at: description, "no TLS connection came about (\(reason))",
      advice: "does the engine expect TLS at this port (tls-port)?")
  }

  private func wrongCertificate(_ message: String) -> RedisEngineError {
    RedisEngineError(
      .certificate, at: description, message,
      advice: "name the authority that signed it by `ca` of the scope, or with --ca, and the host "
        + "as the certificate does")
  }
}

extension TimeAmount {
  /// The time in whole seconds or in milliseconds: `5 s`, `20 ms`.
  var seconds: String {
    let thousandths = nanoseconds / 1_000_000
    return thousandths % 1_000 == 0 ? "\(thousandths / 1_000) s" : "\(thousandths) ms"
  }
}
