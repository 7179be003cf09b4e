/// A picture that somebody gave: checked before anything decodes it.
///
/// The check reads headers and structure. It decodes no pixels and inflates nothing, and its cost
/// is linear in the bytes. A picture that passes still wants a decoder with a limit on its time.
package struct ImageFile: Hashable, Sendable {
  /// The formats that are taken.
  package enum Kind: String, CaseIterable, Sendable {
    case png, jpeg, webp, svg

    /// How HTTP and data URLs name it.
    package var mediaType: String { self == .svg ? "image/svg+xml" : "image/\(rawValue)" }
  }

  /// The file's kind by its content, never by a name.
  package let kind: Kind
  /// In pixels; nil for SVG.
  package let width: Int?
  /// In pixels; nil for SVG.
  package let height: Int?

  /// The largest file, in bytes.
  package static let maximumBytes = 512 << 10
  /// The longest side, in pixels.
  package static let maximumSide = 4_096
  /// The most pixels, of an image and of all that an SVG draws.
  package static let maximumPixels = 4 << 20

  /// Checks the bytes of a file.
  package init(_ bytes: [UInt8]) throws(ImageFault) {
    if bytes.isEmpty { throw ImageFault("is empty") }
    if bytes.count > ImageFile.maximumBytes {
      throw ImageFault(
        "has \(bytes.count) bytes; at most \(ImageFile.maximumBytes): make it smaller")
    }
    if let raster = try RasterImage(bytes) {
      (kind, width, height) = (raster.kind, raster.size.width, raster.size.height)
      return
    }
    if let other = OtherFormat(bytes) {
      throw ImageFault("is \(other.name); give PNG, JPEG, WebP or SVG")
    }
    guard XMLText.looksLikeMarkup(bytes) else {
      throw ImageFault("is none of PNG, JPEG, WebP and SVG")
    }
    try SVGFile.check(bytes)
    (kind, width, height) = (.svg, nil, nil)
  }
}
