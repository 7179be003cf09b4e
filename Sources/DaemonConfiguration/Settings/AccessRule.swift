package import ButtonProtocol
package import JSONRPC

/// What a user or a group may do. Root and the daemon's own user may do everything.
package struct AccessRule: Hashable, Sendable, JSONDecodable {
  /// A user or group, by the number that its name had when the configuration was read.
  package enum Subject: Hashable, Sendable {
    case user(UInt32)
    case group(UInt32)
  }

  package let subject: Subject
  package let role: Role

  package init(_ subject: Subject, _ role: Role) {
    self.subject = subject
    self.role = role
  }

  package init(json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["user", "group", "role"])
    let role: Role? = members.read { members throws(ProtocolError) in try members.required("role") }
    let subject = members.read { members throws(ProtocolError) in try AccessRule.subject(members) }
    try members.check()
    guard let role, let subject else { preconditionFailure("what is missing is a mistake") }
    self.init(subject, role)
  }

  private static func subject(_ members: Members) throws(ProtocolError) -> Subject {
    switch (try AccessRule.name("user", members), try AccessRule.name("group", members)) {
    case (let user?, nil): return .user(try AccountName.user(named: user).number())
    case (nil, let group?): return .group(try AccountName.group(named: group).number())
    case (nil, nil): throw .invalidParams("names nobody: write user or group")
    case (_?, _?): throw .invalidParams("names a user and a group: make two rules of it")
    }
  }

  private static func name(
    _ name: StaticString, _ members: Members
  ) throws(ProtocolError) -> String? {
    guard let value = members.value(name) else { return nil }
    if let number = value.int, number >= 0 { return "\(number)" }
    guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
      throw .invalidParams("must be a name or a number", path: "\(name)")
    }
    return text
  }
}
