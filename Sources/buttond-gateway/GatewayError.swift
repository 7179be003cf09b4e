/// Why the gateway cannot run; says what to do.
struct GatewayError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
