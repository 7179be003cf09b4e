import Glibc
import PluginHost

/// A picture on disk, as SVG or, by way of librsvg's program, as PNG.
package struct PictureFile {
  /// How it is written.
  package enum Format: Hashable, Sendable {
    case svg, png
  }

  package let path: String
  package let format: Format

  /// A file whose name ends in `.svg` or `.png`.
  package init(_ path: String) throws(ToolError) {
    self.path = path
    switch path.split(separator: "/").last?.split(separator: ".").last?.lowercased() {
    case "svg": format = .svg
    case "png": format = .png
    default: throw ToolError("\(path): a picture's name ends in .svg or .png")
    }
  }

  /// Writes the picture; a PNG has `zoom` dots to a point.
  package func write(_ svg: String, zoom: Double = 2) throws(ToolError) {
    switch format {
    case .svg: try PictureFile.write(svg, to: path)
    case .png: try convert(svg, zoom)
    }
  }

  /// The same in one step: who looks at the file sees the old picture or the new one.
  func replace(with svg: String) throws(ToolError) {
    let fresh = "\(path).new.\(format == .svg ? "svg" : "png")"
    try PictureFile(fresh).write(svg)
    guard rename(fresh, path) == 0 else { throw .system(path) }
  }

  private func convert(_ svg: String, _ zoom: Double) throws(ToolError) {
    let place = try ToolError.from { () throws(FileError) in try TemporaryPlace() }
    defer { place.remove() }
    let source = "\(place.path)/sheet.svg"
    try PictureFile.write(svg, to: source)
    // What is there stays until the new picture is whole.
    let made = "\(place.path)/sheet.png"
    let log = "\(place.path)/log"
    let converter: Spawned
    do throws(ToolError) {
      converter = try Spawned(
        ["rsvg-convert", "--format=png", "--zoom=\(zoom)", "--unlimited", "-o", made, source],
        errors: log)
    } catch {
      throw ToolError(
        "a PNG needs rsvg-convert, which is not there: install it (Debian: librsvg2-bin), or write"
          + " an .svg")
    }
    guard converter.wait() else {
      let said = (try? PluginFile.read(log, atMost: 4_096)).map {
        String(decoding: $0, as: UTF8.self)
      }
      throw ToolError("\(path): rsvg-convert failed: \(said ?? "")")
    }
    let bytes = try ToolError.from { () throws(FileError) in
      try PluginFile.read(made, atMost: 512 << 20)
    }
    try PictureFile.write(bytes, to: path)
  }

  static func write(_ text: String, to path: String) throws(ToolError) {
    try write(Array(text.utf8), to: path)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system(path) }
    defer { close(descriptor) }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .system(path) }
      start += count
    }
  }
}
