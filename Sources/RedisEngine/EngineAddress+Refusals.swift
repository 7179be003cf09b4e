package import RESP

/// Errors that an engine replies, in sentences.
extension EngineAddress {
  private var userName: String { user ?? "default" }

  /// What an error reply means, and what to do.
  package func refusal(_ reply: RESPValue, to what: String) -> RedisEngineError {
    let text: String
    switch reply {
    case .error(let bytes): text = String(decoding: bytes.prefix(300), as: UTF8.self)
    default:
      return RedisEngineError(
        .malformedReply, at: description, "an unexpected reply to \(what)",
        advice: "is this a Redis from 7.0 or a Valkey?")
    }
    func error(_ code: RedisEngineError.Code, _ message: String, _ advice: String)
      -> RedisEngineError
    {
      RedisEngineError(code, at: description, message, advice: advice)
    }
    let word = text.prefix { $0 != " " }
    let rest = text.dropFirst(word.count + 1)
    switch word {
    case "NOAUTH":
      return error(
        .authentication, "it wants a password", RedisEngineError.secretAdvice)
    case "WRONGPASS":
      return error(
        .authentication, "the password of the user \(userName) is wrong, or the user is off",
        "compare the file of the password, `secret` or --secret, with the engine's ACL LIST")
    case "NOPERM":
      return error(
        .forbidden, "the user \(userName) may not do \(what) (\(rest))",
        "`buttonctl fleet user` prints the rights of a daemon; init wants an administrator")
    case "READONLY":
      return error(.notPrimary, "it is a replica, which takes no changes", "name the primary")
    case "LOADING":
      return error(.loading, "it is still loading its data", "try again when it is done")
    case "MASTERDOWN", "NOREPLICAS", "CLUSTERDOWN":
      return error(
        .notPrimary, "it takes no changes while others are missing (\(rest))",
        "bring its primary or its replicas back")
    case "MISCONF":
      return error(
        .notDurable, "it takes no changes because it cannot write to its disk",
        "see the engine's log; the disk may be full")
    case "OOM":
      return error(.full, "its memory is full", "raise maxmemory, or remove what is not needed")
    case "MOVED", "ASK":
      return error(
        .notPrimary, "the scope is on another node of the cluster (\(rest))",
        "name the node that has it")
    case "NOSCOPE":
      return error(
        .missingScope, "there is no such scope",
        "run: buttonctl fleet init, or, if the engine has lost it: buttonctl fleet restore")
    case "FORMAT":
      return error(.otherFormat, "\(rest)", "use one version of buttond for all")
    case "ALTERED": return altered("\(rest)")
    case "WRONGTYPE": return altered("one of its keys has another type")
    case "DENIED":
      return error(
        .forbidden, "it accepts connections from its own machine only",
        "give the engine's default user a password, or set protected-mode no")
    default:
      if text.contains("unknown command") || text.contains("Unknown subcommand") {
        return error(.unfit, "it does not know \(what)", "use Redis from 7.0, or Valkey")
      }
      if text.contains("Function not found") {
        return error(.missingLibrary, "it lacks the fleet's functions", "run: buttonctl fleet init")
      }
      if text.contains("specified in XADD is equal or smaller") {
        return altered("its log is longer than its history")
      }
      if text.contains("max number of clients") {
        return error(.full, "it has as many clients as it may", "raise maxclients")
      }
      return error(.refused, "it refused \(what): \(text)", "see the engine's log")
    }
  }
}
