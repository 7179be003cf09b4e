import ButtonModel
package import ButtonProtocol
import DaemonConfiguration
package import JSONRPC

extension MQTTSettings: JSONDecodable {
  /// Throws all that is wrong.
  package init(json: JSONElement) throws(ProtocolError) {
    self.init()
    if json.isNull { return }
    var members = try CheckedMembers(of: json, MQTTSettings.names)
    if let broker = members.members.value("broker") {
      members.check { () throws(ProtocolError) in
        do throws(ProtocolError) { try readBroker(broker) } catch { throw error.under("broker") }
      }
    }
    if let prefix: String = members.optional("prefix") {
      self.prefix = prefix
      members.check { () throws(ProtocolError) in
        guard TopicFilter.isTopic(prefix), !prefix.hasSuffix("/") else {
          throw .invalidParams("must be a topic without + and #, such as buttond", path: "prefix")
        }
      }
    }
    if let lease: String = members.optional("lease") {
      self.lease = lease
      members.check { () throws(ProtocolError) in
        // Behind it stands a reason, as in mqtt.unavailable; a lease has 64 characters.
        guard (1...48).contains(lease.utf8.count), NameTemplate.isPlain(lease), !lease.contains("/")
        else {
          throw .invalidParams("must be 1 to 48 of A–Z, a–z, 0–9, _ and -", path: "lease")
        }
      }
    }
    if let most = members.count("maxKeys", in: 1...200_000) { maxKeys = most }
    rules += list("topics", of: &members) { json throws(ProtocolError) in
      try TopicRule(setting: json)
    }
    rules += list("triggers", of: &members) { json throws(ProtocolError) in
      try TopicRule(triggering: json)
    }
    keys = list("keys", of: &members) { json throws(ProtocolError) in try KeyRule(json) }
    looks = list("looks", of: &members) { json throws(ProtocolError) in try LookRule(json) }
    actions = list("actions", of: &members) { json throws(ProtocolError) in try ActionRule(json) }
    homeAssistant = members.optional("homeAssistant")
    try members.check()
  }

  private func list<Rule>(
    _ name: StaticString, of members: inout CheckedMembers,
    _ read: (JSONElement) throws(ProtocolError) -> Rule
  ) -> [Rule] {
    var rules: [Rule] = []
    guard let json = members.members.value(name) else { return rules }
    members.check { () throws(ProtocolError) in
      guard json.isArray else {
        throw ProtocolError.wrongType(json, expected: "a list of rules").under("\(name)")
      }
      guard json.count <= MQTTSettings.maximumRules else {
        throw .invalidParams(
          "has \(json.count) rules; \(MQTTSettings.maximumRules) are the most", path: "\(name)")
      }
    }
    guard json.isArray, json.count <= MQTTSettings.maximumRules else { return rules }
    for (index, element) in json.elements.enumerated() {
      members.check { () throws(ProtocolError) in
        do throws(ProtocolError) {
          rules.append(try read(element))
        } catch {
          throw error.under("\(name)[\(index)]")
        }
      }
    }
    return rules
  }

  private static let maximumRules = 5_000

  private mutating func readBroker(_ json: JSONElement) throws(ProtocolError) {
    let names = [
      "host", "port", "clientId", "user", "passwordFile", "keepAlive", "tls",
    ]
    var members = try CheckedMembers(of: json, names)
    if let host: String = members.optional("host") { self.host = host }
    let host = self.host
    members.check { () throws(ProtocolError) in
      guard (1...255).contains(host.utf8.count), host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else {
        throw .invalidParams("must be the name or the address of a machine", path: "host")
      }
      // An IPv6 address has several colons.
      if host.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
        throw .invalidParams("is written without the port; that is broker.port", path: "host")
      }
    }
    port = members.count("port", in: 1...65_535).map { UInt16($0) }
    client = members.optional("clientId")
    if let client {
      members.check { () throws(ProtocolError) in
        guard (1...128).contains(client.utf8.count), !client.utf8.contains(where: { $0 < 0x20 })
        else {
          throw .invalidParams("must be 1 to 128 printable characters", path: "clientId")
        }
      }
    }
    user = members.optional("user")
    passwordFile = members.optional("passwordFile")
    if passwordFile != nil, user == nil {
      members.check { () throws(ProtocolError) in
        throw .invalidParams("goes with user", path: "passwordFile")
      }
    }
    let spans: ClosedRange<UInt64> = 5_000_000_000...3_600_000_000_000
    if let time = members.span("keepAlive", plain: .seconds, in: spans) {
      keepAliveSeconds = Int32(time / 1_000_000_000)
    }
    if let tls = members.members.value("tls") {
      members.check { () throws(ProtocolError) in
        do throws(ProtocolError) { try readTLS(tls) } catch { throw error.under("tls") }
      }
    }
    try members.check()
  }

  private mutating func readTLS(_ json: JSONElement) throws(ProtocolError) {
    if let isOn = json.bool {
      usesTLS = isOn
      return
    }
    var members = try CheckedMembers(of: json, ["ca", "certificate", "certificateKey"])
    usesTLS = true
    authorities = members.optional("ca")
    certificate = members.optional("certificate")
    certificateKey = members.optional("certificateKey")
    if (certificate == nil) != (certificateKey == nil) {
      members.check { () throws(ProtocolError) in
        throw .invalidParams(
          "certificate and certificateKey go together: name both files or none",
          path: "certificate")
      }
    }
    try members.check()
  }
}
