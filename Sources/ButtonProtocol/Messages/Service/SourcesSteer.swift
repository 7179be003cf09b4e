/// Asks for something to be done with a source; `Order` says what.
package struct SourceRequest<Order: SourceOrder>: Request, Hashable {
  package typealias Response = SourceResponse
  package static var method: Method { Order.method }

  package var name = ""

  package init() {}

  package init(name: String) { self.name = name }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name, "The source's name in the configuration.")
  }
}

package typealias SourcesRunRequest = SourceRequest<SourceRunOrder>
package typealias SourcesResetRequest = SourceRequest<SourceResetOrder>

package protocol SourceOrder: Sendable {
  static var method: Method { get }
}

package enum SourceRunOrder: SourceOrder {
  package static let method = Method(
    "sources.run", for: .admin, "Runs a polled source now, and answers when the run is over.",
    errors: [.notFound])
}

package enum SourceResetOrder: SourceOrder {
  package static let method = Method(
    "sources.reset", for: .admin, "Forgets a source's deaths, lifts its quarantine, starts it.",
    errors: [.notFound])
}

package struct SourceResponse: Message, Hashable {
  package var source = SourceListing()

  package init() {}

  package init(source: SourceListing) { self.source = source }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("source", &source)
  }
}
