package struct ImagesPutRequest: Request, Hashable {
  package typealias Response = ImageListing
  package static let method = Method(
    "images.put", for: .write,
    "Keeps an image: PNG, JPEG, WebP or SVG. The same bytes twice are one image.",
    errors: [.notDurable])

  /// The file in Base64.
  package var data = ""

  package init() {}

  package init(data: String) { self.data = data }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("data", &data, "The bytes of the file, in Base64.")
  }
}

package struct ImageListing: Message, Hashable {
  package var image = ImageName.unread
  package var type = ""
  package var bytes = 0
  package var width: Int?
  package var height: Int?

  package init() {}

  package init(image: ImageName, type: String, bytes: Int, width: Int?, height: Int?) {
    self.image = image
    self.type = type
    self.bytes = bytes
    self.width = width
    self.height = height
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("image", &image)
    try fields.required("type", &type, as: .imageType)
    try fields.required("bytes", &bytes, as: .described(.count), "The size of the file.")
    try fields.optional("width", &width, "In pixels; an SVG has none.")
    try fields.optional("height", &height)
  }
}

extension FieldForm where Self == DescribedForm<String> {
  static var imageType: Self {
    .choice(["image/png", "image/jpeg", "image/webp", "image/svg+xml"])
  }
}
