/// A picture of pixels.
struct RasterImage {
  let kind: ImageFile.Kind
  let size: PixelSize

  /// Nil where the bytes do not begin as one.
  init?(_ bytes: [UInt8]) throws(ImageFault) {
    if bytes.starts(with: PNGFile.signature) {
      kind = .png
      size = try PNGFile.size(bytes)
    } else if bytes.starts(with: JPEGFile.signature) {
      kind = .jpeg
      size = try JPEGFile.size(bytes)
    } else if bytes.starts(with: WebPFile.signature) {
      kind = .webp
      size = try WebPFile.size(bytes)
    } else {
      return nil
    }
  }
}

/// The size of a picture within the limits.
struct PixelSize: Hashable, Sendable {
  let width: Int
  let height: Int

  var pixels: Int { width * height }

  init(width: Int, height: Int) throws(ImageFault) {
    guard width > 0, height > 0 else { throw ImageFault("is \(width) x \(height) pixels: empty") }
    let size = "is \(width) x \(height) pixels"
    guard max(width, height) <= ImageFile.maximumSide else {
      throw ImageFault("\(size); at most \(ImageFile.maximumSide) a side: make it smaller")
    }
    guard width * height <= ImageFile.maximumPixels else {
      throw ImageFault("\(size); at most \(ImageFile.maximumPixels) in all: make it smaller")
    }
    self.width = width
    self.height = height
  }
}
