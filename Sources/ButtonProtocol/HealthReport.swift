/// What a program finds of itself and of what is around it: `buttonctl --json doctor` and `--health` of others print
/// it.
package struct HealthReport: Message, Hashable {
  /// One thing that was found.
  package struct Finding: Message, Hashable {
    package enum Level: String, Hashable, Sendable, WireName {
      /// As it should be.
      case ok
      /// Worth knowing, and possibly as it is meant.
      case note
      /// Wrong.
      case problem
    }

    /// What was looked at; nil where the program has only one thing to look at.
    package var check: String?
    package var level = Level.ok
    package var text = ""
    /// What to do about it.
    package var advice: String?

    package init() {}

    package init(_ level: Level, _ text: String, _ advice: String? = nil, check: String? = nil) {
      (self.check, self.level, self.text, self.advice) = (check, level, text, advice)
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.optional("check", &check)
      try fields.required("level", &level)
      try fields.required("text", &text)
      try fields.optional("advice", &advice)
    }
  }

  /// Whether nothing is wrong.
  package var healthy = true
  package var findings: [Finding] = []

  package init() {}

  package init(_ findings: [Finding]) {
    healthy = !findings.contains { $0.level == .problem }
    self.findings = findings
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("healthy", &healthy)
    try fields.required("findings", &findings)
  }
}
