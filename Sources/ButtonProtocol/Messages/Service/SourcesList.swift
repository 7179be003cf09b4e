/// Asks which sources there are and how they are doing.
package struct SourcesListRequest: Request, Hashable {
  package typealias Response = SourcesListResponse
  package static let method = Method(
    "sources.list", for: .admin, "The sources and how they are doing.")

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

/// The sources and how they are doing.
package struct SourcesListResponse: Message, Hashable {
  package var sources: [SourceListing] = []

  package init() {}

  package init(sources: [SourceListing]) { self.sources = sources }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("sources", &sources, "In the order of the configuration.")
  }
}
