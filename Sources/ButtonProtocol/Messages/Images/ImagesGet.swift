package struct ImagesGetRequest: Request, Hashable {
  package typealias Response = ImageFileMessage
  package static let method = Method(
    "images.get", for: .read, "An image that a look names. It never changes.",
    errors: [.notFound])

  package var image = ImageName.unread

  package init() {}

  package init(image: ImageName) { self.image = image }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("image", &image)
  }
}

package struct ImageFileMessage: Message, Hashable {
  package var image = ImageName.unread
  package var type = ""
  package var data = ""

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("image", &image)
    try fields.required("type", &type, as: .imageType)
    try fields.required("data", &data, "The bytes of the file, in Base64.")
  }
}
