package struct ImagesRemoveRequest: Request, Hashable {
  package typealias Response = ImagesRemoveResponse
  package static let method = Method(
    "images.remove", for: .write,
    "Removes images, whether looks name them or not; unknown ones are skipped.",
    errors: [.notDurable])

  package var images: [ImageName] = []

  package init() {}

  package init(images: [ImageName]) { self.images = images }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("images", &images)
  }
}

package struct ImagesRemoveResponse: Message, Hashable {
  package var removed: [ImageName] = []

  package init() {}

  package init(removed: [ImageName]) { self.removed = removed }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.removed, &removed)
  }
}
