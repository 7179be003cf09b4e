import ButtonProtocol

/// Whether the scopes that a daemon shares are live, and all that others share is taken.
struct FleetCheck {
  private let daemon: SocketCheck.Daemon?

  init(_ daemon: SocketCheck.Daemon?) { self.daemon = daemon }

  func examine(_ report: inout DoctorReport) {
    guard let daemon, daemon.connection != nil,
      let answer = daemon.ask(FleetStatusRequest(), about: .fleet, &report), !answer.scopes.isEmpty
    else { return }
    for scope in answer.scopes { tell(scope, &report) }
    if !report.has(.fleet) {
      report.ok(.fleet, "\(counted(answer.scopes.count, "scope")), all live")
    }
  }

  private func tell(_ scope: FleetScopeStatus, _ report: inout DoctorReport) {
    if scope.state != "live" {
      report.problem(
        .fleet, "\(scope.name) is \(scope.state)\(scope.message.map { ": \($0)" } ?? "")",
        "Mend what that says, and it goes on. To watch it:\nbuttonctl fleet watch")
    }
    if scope.passedOver > 0 {
      report.note(
        .fleet,
        "\(scope.name): others share \(scope.passedOverKey ?? "keys"), which is passed over here",
        "Name its prefix in the configuration, with the scope's keys or definitions, and restart.")
    }
    if scope.rejected > 0 {
      report.note(
        .fleet, "\(scope.name): \(counted(Int(scope.rejected), "accepted change")) dropped",
        "To see which and why:\nbuttonctl fleet rejected")
    }
  }
}
