package import ButtonModel

package struct FleetScopeStatus: WireObject, Hashable {
  package static var schema: Schema {
    .named("FleetScope", "How a scope of the fleet is doing.", .table(Self.self))
  }

  package var name = ""
  package var state = ""
  package var isStale = false
  package var revision: UInt64?
  package var queued: UInt64 = 0
  package var kept: UInt64 = 0
  package var forks: UInt64 = 0
  package var rejected: UInt64 = 0
  package var ahead: UInt64 = 0
  package var passedOver: UInt64 = 0
  package var passedOverKey: String?
  package var reason: String?
  package var message: String?
  package var unusable: UInt64 = 0
  package var roundTrips: FleetRoundTrips?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name, as: .scopeName)
    try fields.required(
      "state", &state, as: .choice(["offline", "joining", "live", "foreign", "refused"]))
    try fields.flag("stale", &isStale, "Looks that read its keys are marked as stale.")
    try fields.optional(.revision, &revision, "The fleet's, up to which this daemon has the keys.")
    try fields.required("queued", &queued, "Changes that wait for the fleet.")
    try fields.required("kept", &kept, "Requests that are kept until they are stable.")
    try fields.required("forks", &forks, "How often the engine had lost a part of its history.")
    try fields.required("rejected", &rejected, "Changes that were accepted and dropped.")
    try fields.optional(
      "ahead", &ahead, default: 0,
      "How many revisions this daemon was ahead of the engine when that had lost a part last.")
    try fields.optional(
      "passedOver", &passedOver, default: 0,
      "Values of others under prefixes that this daemon lacks, passed over since its start.")
    try fields.optional("passedOverKey", &passedOverKey, "The key of the last of them.")
    try fields.optional("reason", &reason, "Why it is offline, for programs.")
    try fields.optional("message", &message, "Why it is not live, for people.")
    try fields.optional(
      "unusable", &unusable, default: 0, "Shared definitions that this daemon cannot use.")
    try fields.optional(
      "roundTrips", &roundTrips,
      "How long the engine took for this daemon's changes; not in `fleet.changed`.")
  }
}

package struct FleetStatusRequest: Request, Hashable {
  package typealias Response = FleetStatusResponse
  package static let method = Method(
    "fleet.status", for: .read, "How the scopes of the fleet are doing.")

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

/// The scopes of the fleet; none without a fleet.
package struct FleetStatusResponse: Message, Hashable {
  package var scopes: [FleetScopeStatus] = []

  package init() {}

  package init(scopes: [FleetScopeStatus]) { self.scopes = scopes }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scopes", &scopes, "In the order of the configuration.")
  }
}

package struct FleetSubscribeRequest: Request, Hashable {
  package typealias Response = FleetSubscribeResponse
  package static let method = Method(
    "fleet.subscribe", for: .read, "Subscribes to how the scopes of the fleet are doing.",
    notifies: FleetChangedNotification.self)
  /// The name of each of these subscriptions.
  package static let subscription = "fleet"

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

package struct FleetSubscribeResponse: Message, Hashable {
  package var subscription = ""
  package var scopes: [FleetScopeStatus] = []

  package init() {}

  package init(subscription: String, scopes: [FleetScopeStatus]) {
    self.subscription = subscription
    self.scopes = scopes
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required("scopes", &scopes, "In the order of the configuration.")
  }
}

package struct FleetChangedNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.changed"
  package static let summary: StaticString = "A scope of the fleet is doing otherwise than before."

  package var subscription = ""
  package var scope = FleetScopeStatus()

  package init() {}

  package init(subscription: String, scope: FleetScopeStatus) {
    self.subscription = subscription
    self.scope = scope
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required("scope", &scope)
  }
}

package struct FleetRejectionsRequest: Request, Hashable {
  package typealias Response = FleetRejectionsResponse
  package static let method = Method(
    "fleet.rejections", for: .read,
    "Which accepted changes were dropped since the daemon started, the last 1,000 of each scope.",
    notifies: FleetRejectedNotification.self)

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

package struct FleetRejectionsResponse: Message, Hashable {
  package var rejections: [FleetRejectedNotification] = []

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("rejections", &rejections)
  }
}

package struct FleetRejectedNotification: Notification, Hashable {
  package static let method: StaticString = "fleet.rejected"
  package static let summary: StaticString =
    "A change that was accepted is dropped; those who subscribe to the fleet get it."

  package var subscription: String?
  package var scope = ""
  package var request = ""
  package var reason = ""
  package var operations: [StateOperation] = []

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional(.subscription, &subscription, as: .subscription)
    try fields.required("scope", &scope, as: .scopeName)
    try fields.required("request", &request, as: .requestNumber)
    try fields.required(
      "reason", &reason,
      as: .choice([
        "conflict", "history", "invalid", "doubtful", "unreadable", "lost", "actionsFull",
      ]))
    try fields.required(
      "operations", &operations, "What was wanted; empty where the reason is `unreadable`.")
  }
}

package struct FleetOutcomeRequest: Request, Hashable {
  package typealias Response = FleetOutcomeResponse
  package static let method = Method(
    "fleet.outcome", for: .read, "How a request to the fleet ended.", errors: [.notFound])

  package var request = ""

  package init() {}

  package init(request: String) { self.request = request }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("request", &request, as: .requestNumber)
  }
}

package struct FleetOutcomeResponse: Message, Hashable {
  package var scope = ""
  package var outcome = ""
  package var revision: UInt64?

  package init() {}

  package init(scope: String, outcome: String, revision: UInt64? = nil) {
    self.scope = scope
    self.outcome = outcome
    self.revision = revision
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scope", &scope, as: .scopeName)
    try fields.required("outcome", &outcome, as: .choice(["pending", "applied", "dropped"]))
    try fields.optional(.revision, &revision, "The fleet's, in which it was applied.")
  }
}

package struct FleetAdoptRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.adopt", for: .admin,
    "Takes over the engine's history of a scope that is foreign, or its content after it was refused.",
    errors: [.notFound])

  package var scope = ""

  package init() {}

  package init(scope: String) { self.scope = scope }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scope", &scope, as: .scopeName)
  }
}

package struct FleetMark: WireObject, Hashable {
  package static var schema: Schema {
    .named("FleetMark", "What became of the shared keys of a change.", .table(Self.self))
  }

  package var scope = ""
  package var request = ""
  package var revision: UInt64?
  package var isPending = false

  package init() {}

  package init(scope: String, request: String, revision: UInt64?, isPending: Bool) {
    self.scope = scope
    self.request = request
    self.revision = revision
    self.isPending = isPending
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scope", &scope, as: .scopeName)
    try fields.required("request", &request, as: .requestNumber)
    try fields.optional(.revision, &revision, "The fleet's, that has it.")
    try fields.flag("pending", &isPending, "It shows here and waits for the fleet.")
  }
}

package struct ScopeRevision: WireObject, Hashable {
  package var scope = ""
  package var revision: UInt64 = 0

  package init() {}

  package init(scope: String, revision: UInt64) {
    self.scope = scope
    self.revision = revision
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scope", &scope, as: .scopeName)
    try fields.required(.revision, &revision, "The fleet's.")
  }
}
