import ButtonClient
import ButtonRender
import Glibc

/// A picture on disk, as SVG or, by buttond-raster, as PNG.
package struct PictureFile {
  package enum Format: Hashable, Sendable {
    case svg, png
  }

  package let path: String
  package let format: Format

  /// The name must end in `.svg` or `.png`.
  package init(_ path: String) throws(ToolError) {
    self.path = path
    switch path.split(separator: "/").last?.split(separator: ".").last?.lowercased() {
    case "svg": format = .svg
    case "png": format = .png
    default: throw .unusable("\(path): a picture's name ends in .svg or .png")
    }
  }

  /// A PNG has `zoom` pixels to a point.
  package func write(
    _ picture: some DrawnPicture, zoom: Double = 2, in layout: ToolLayout
  ) throws(ToolError) {
    switch format {
    case .svg:
      let svg: String
      do throws(RenderError) { svg = try picture.svg() } catch { throw ToolError(error.message) }
      try PictureFile.write(svg, to: path)
    case .png:
      // The old file stays until the new picture is complete.
      try PictureFile.write(try RasterProgram(layout).png(of: picture, zoom: zoom), to: path)
    }
  }

  /// Atomically: readers see the old picture or the new one.
  func replace(with picture: some DrawnPicture, in layout: ToolLayout) throws(ToolError) {
    let fresh = "\(path).new.\(format == .svg ? "svg" : "png")"
    try PictureFile(fresh).write(picture, in: layout)
    guard rename(fresh, path) == 0 else { throw .system(path) }
  }

  static func write(_ text: String, to path: String) throws(ToolError) {
    try write(Array(text.utf8), to: path)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unusable(ToolError.system(path).message) }
    defer { close(descriptor) }
    guard WholeWrite.write(bytes, to: descriptor) == 0 else { throw .system(path) }
  }
}
