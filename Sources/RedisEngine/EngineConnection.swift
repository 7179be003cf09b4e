import Glibc
package import NIOCore
import NIOPosix
import NIOSSL
package import RESP

/// A connection to an engine, logged in. Commands may be sent before earlier ones are answered.
package struct EngineConnection: Sendable {
  package let address: EngineAddress
  private let channel: any Channel
  /// Why the connection has ended, once it has.
  private let end: EventLoopFuture<RedisEngineError>

  /// Looks the name up, connects, encrypts and logs in, without blocking the loop.
  package static func connect(
    _ options: EngineOptions, on group: any EventLoopGroup
  ) async throws -> EngineConnection {
    let address = options.address
    if address.isExposed, !options.allowsPlaintext { throw address.unencrypted() }
    let tls = try options.tlsContext()
    let loop = group.next()
    let ready = loop.makePromise(of: Void.self)
    let end = loop.makePromise(of: RedisEngineError.self)
    let bootstrap = options.bootstrap(on: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: tls, serverHostname: options.serverName))
          }
          try channel.pipeline.syncOperations.addHandler(
            ReplyHandler(options, ready: ready, end: end))
        }
      }
    let limit = options.reachTimeout ?? options.connectTimeout
    let deadline = loop.scheduleTask(in: limit) { ready.fail(address.connectTimeout(limit)) }
    defer { deadline.cancel() }
    let channel: any Channel
    do {
      channel =
        switch address.transport {
        case .tcp(let host, let port, _):
          try await bootstrap.connect(host: host, port: port).value()
        case .unix(let path): try await bootstrap.connect(unixDomainSocketPath: path).value()
        }
    } catch {
      var failure = address.failure(error, isEncrypted: tls != nil)
      failure.isOutOfReach =
        error is NIOConnectionError || error is ChannelError || error is IOError
      ready.fail(failure)
      end.succeed(failure)
      throw failure
    }
    let connection = EngineConnection(address: address, channel: channel, end: end.futureResult)
    do {
      try await ready.futureResult.value()
      try await connection.logIn(options)
      return connection
    } catch {
      connection.close()
      guard var failure = error as? RedisEngineError else { throw error }
      // What takes connections for an engine that is away replies nothing.
      failure.isOutOfReach = failure.code == .closed || failure.code == .silent
      throw failure
    }
  }

  /// The reply may be an error of the engine.
  package func send(_ command: RESPCommand) async throws -> RESPValue {
    try await enqueue(command).value()
  }

  /// Sends a command behind earlier ones. The reply may be an error of the engine.
  package func enqueue(_ command: RESPCommand) -> EventLoopFuture<RESPValue> {
    let reply = channel.eventLoop.makePromise(of: RESPValue.self)
    let written = channel.eventLoop.makePromise(of: Void.self)
    // Nothing else fails the reply on a connection that is over; the reason is why it ended.
    written.futureResult.whenFailure { _ in end.whenSuccess { reply.fail($0) } }
    channel.writeAndFlush(PendingCommand(command: command, reply: reply), promise: written)
    return reply.futureResult
  }

  /// Throws an error of the engine; `what` says what was tried.
  package func ask(
    _ command: RESPCommand, to what: String
  ) async throws -> RESPValue {
    let reply = try await send(command)
    if case .error = reply { throw address.refusal(reply, to: what) }
    return reply
  }

  /// Where the other end is; nil once the connection is over.
  var place: SocketAddress? { channel.remoteAddress }

  var loop: any EventLoop { channel.eventLoop }

  func isSame(as other: EngineConnection) -> Bool { channel === other.channel }

  package func close() { channel.close(promise: nil) }

  /// Runs `body` when either end has closed, with the reason that due replies fail with.
  package func whenClosed(_ body: @escaping @Sendable (RedisEngineError) -> Void) {
    end.whenSuccess(body)
  }

  private func logIn(_ options: EngineOptions) async throws {
    if let secret = options.secret {
      var command = RESPCommand("AUTH")
      if let user = address.user { command.append(user) }
      command.append(secret.text)
      _ = try await ask(command, to: "log in")
    }
    _ = try await ask(RESPCommand("PING"), to: "PING")
  }
}

extension EngineOptions {
  /// Creates a bootstrap with the socket's options. What the other end does not confirm in the time
  /// of a reply ends the connection, too: no reply is due while the command is still on its way.
  fileprivate func bootstrap(on loop: any EventLoop) -> ClientBootstrap {
    let bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(reachTimeout ?? connectTimeout)
      .channelOption(.socketOption(.so_keepalive), value: 1)
    guard case .tcp = address.transport else { return bootstrap }
    let userTimeout = ChannelOptions.Types.SocketOption(
      level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT))
    return bootstrap.channelOption(
      userTimeout, value: .init(clamping: silence.nanoseconds / 1_000_000))
  }

  /// What the certificate must be for; nil for an IP address, which it must then name.
  fileprivate var serverName: String? {
    guard case .tcp(let host, _, _) = address.transport else { return nil }
    return (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
  }

  /// Nil without encryption.
  fileprivate func tlsContext() throws -> NIOSSLContext? {
    guard case .tcp(_, _, true) = address.transport else { return nil }
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.certificateVerification = .fullVerification
    if let authority { configuration.trustRoots = .file(authority) }
    if let certificate {
      do {
        configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate.chain).map {
          .certificate($0)
        }
        configuration.privateKey = .privateKey(
          try NIOSSLPrivateKey(file: certificate.key, format: .pem))
      } catch {
        throw RedisEngineError(
          .certificate, at: certificate.chain, "this certificate and its key cannot be used",
          advice: "name two files in PEM form that belong together and that this user can read")
      }
    }
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw RedisEngineError(
        .certificate, at: authority ?? address.description,
        "the certificates to trust cannot be read",
        advice: "name a file in PEM form by `ca` of the scope, or with --ca")
    }
  }
}

extension EngineConnection {
  /// Connects on threads that are shared by all callers that name none.
  package static func connect(_ options: EngineOptions) async throws -> EngineConnection {
    try await connect(options, on: MultiThreadedEventLoopGroup.singleton)
  }
}
