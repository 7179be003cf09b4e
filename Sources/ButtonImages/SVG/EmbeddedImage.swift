/// An image in a `data:` URL.
struct EmbeddedImage {
  let size: PixelSize

  private static let types: [(type: String, kind: ImageFile.Kind)] = [
    ("image/png", .png), ("image/jpeg", .jpeg), ("image/jpg", .jpeg), ("image/webp", .webp),
  ]

  /// Checks the whole URL.
  init(url: ArraySlice<UInt8>) throws(ImageFault) {
    let start = String(decoding: url.prefix(40), as: UTF8.self).lowercased()
    let found = EmbeddedImage.types.first { start.hasPrefix("data:\($0.type);base64,") }
    guard let found else {
      throw ImageFault(
        "holds \(ImageFault.excerpt(url)): only data:image/png, jpeg or webp;base64, is taken")
    }
    let bytes = try EmbeddedImage.decode(url.dropFirst("data:\(found.type);base64,".utf8.count))
    let image: RasterImage?
    do throws(ImageFault) {
      image = try RasterImage(bytes)
    } catch {
      throw ImageFault("holds an image that \(error.message)")
    }
    guard let image, image.kind == found.kind else {
      let really = image.map { $0.kind.mediaType } ?? "neither PNG, JPEG nor WebP"
      throw ImageFault("holds an image that says it is \(found.type), but is \(really)")
    }
    size = image.size
  }

  /// The bytes that Base64 stands for; spaces between are passed over.
  private static func decode(_ text: ArraySlice<UInt8>) throws(ImageFault) -> [UInt8] {
    let values = EmbeddedImage.values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (group, letters, padding) = (UInt32(0), 0, 0)
    for letter in text {
      if XMLText.isSpace(letter) { continue }
      if letter == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      let value = values[Int(letter)]
      guard value < 64, padding == 0 else { throw notBase64 }
      group = group << 6 | UInt32(value)
      letters += 1
      if letters == 4 {
        for shift in [16, 8, 0] as [UInt32] {
          bytes.append(UInt8(truncatingIfNeeded: group >> shift))
        }
        (group, letters) = (0, 0)
      }
    }
    switch (letters, padding) {
    case (0, 0): break
    case (2, 2): bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    case (3, 1):
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    default: throw notBase64
    }
    return bytes
  }

  private static let notBase64 = ImageFault("holds an image that is not whole, plain Base64")

  /// What each letter stands for; 255 for others.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, letter) in letters.utf8.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()
}
