import ButtonImages
import TestSupport

/// Whole pictures under `Fixtures`, as other programs write them.
enum Samples {
  static let png = [
    "bit.png", "gray.png", "gray-alpha.png", "indexed.png", "interlaced.png", "metadata.png",
    "rgba.png",
  ]
  static let jpeg = ["baseline.jpg", "cmyk.jpg", "gray.jpg", "progressive.jpg", "thumbnail.jpg"]
  static let webp = [
    "alpha.webp", "extended.webp", "extended-lossless.webp", "lossless.webp", "lossy.webp",
  ]
  static let svg = [
    "dark.svg", "figma.svg", "illustrator.svg", "inkscape.svg", "material.svg", "sketch.svg",
  ]
  static let all = png + jpeg + webp + svg

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return try FileBytes.read("/\(folder)/Fixtures/\(name)")
  }
}

/// What is wrong with a picture; nil if it is taken.
func mistake(_ bytes: [UInt8]) -> String? {
  do throws(ImageFault) {
    _ = try ImageFile(bytes)
    return nil
  } catch {
    return error.message
  }
}

/// The same for a text.
func mistake(_ text: String) -> String? { mistake(Array(text.utf8)) }

/// The same for what is inside of an SVG.
func mistake(inSVG content: String) -> String? {
  let open = #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">"#
  return mistake("\(open)\(content)</svg>")
}
