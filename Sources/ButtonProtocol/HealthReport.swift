/// What a program finds of itself and its surroundings, as `buttonctl --json doctor` and other
/// programs' `--health` print it.
package struct HealthReport: Message, Hashable {
  package struct Finding: Message, Hashable {
    package enum Level: String, Hashable, Sendable, WireName {
      case ok
      /// Worth knowing, and possibly intended.
      case note
      case problem
    }

    /// Nil where the program has only one thing to look at.
    package var check: String?
    package var level = Level.ok
    package var text = ""
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
