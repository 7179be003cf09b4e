import ButtonProtocol

package enum LogLevel: String, Hashable, Sendable, WireName {
  case trace, debug, info, notice, warning, error, critical
}

package enum LogFormat: String, Hashable, Sendable, WireName {
  case text, json
}
