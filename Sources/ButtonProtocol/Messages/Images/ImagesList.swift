package struct ImagesListRequest: Request, Hashable {
  package typealias Response = ImagesListResponse
  package static let method = Method("images.list", for: .read, "Which images there are, by name.")

  package var limit: Int?
  package var after: ImageName?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.page(&limit, &after)
  }
}

package struct ImagesListResponse: Message, Hashable {
  package var images: [ImageListing] = []
  package var next: ImageName?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("images", &images)
    try fields.next(&next)
  }
}
