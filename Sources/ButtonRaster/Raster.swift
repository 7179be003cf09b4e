import ButtonRender
import CPango
import CRsvg

/// A picture of dots in memory, to be drawn on.
package final class Raster {
  /// In pixels.
  package let width: Int
  package let height: Int
  /// Whether it began in an opaque colour, which nothing that is drawn makes translucent.
  private let isOpaque: Bool
  let surface: OpaquePointer
  let cairo: OpaquePointer

  /// The most pixels of a picture: 64 MiB of memory.
  package static let mostPixels = 16 << 20

  /// A picture in one colour, 0xRRGGBBAA; nil where that is not a size of 1 to `mostPixels` pixels.
  package init?(width: Int, height: Int, backdrop: UInt32 = 0) {
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      width * height <= Raster.mostPixels,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let cairo = cairo_create(surface)
    else { return nil }
    (self.width, self.height, self.surface, self.cairo) = (width, height, surface, cairo)
    isOpaque = backdrop & 0xFF == 0xFF
    guard backdrop & 0xFF > 0 else { return }
    setSource(cairo, backdrop)
    cairo_paint(cairo)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// Has one point of a drawing be as many pixels, after quarters of a turn clockwise.
  package func scale(_ scale: Double, quarters: Int = 0) {
    switch quarters % 4 {
    case 1: cairo_translate(cairo, Double(width), 0)
    case 2: cairo_translate(cairo, Double(width), Double(height))
    case 3: cairo_translate(cairo, 0, Double(height))
    default: break
    }
    cairo_rotate(cairo, Double(quarters % 4) * .pi / 2)
    cairo_scale(cairo, scale, scale)
  }

  /// Fills it with pixels of red, green, blue and, with four channels, opacity, in rows of as many bytes.
  func fill(from bytes: UnsafePointer<UInt8>, row: Int, channels: Int) {
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard channels >= 3, let data = cairo_image_surface_get_data(surface) else { return }
    for y in 0..<height {
      var (from, to) = (bytes + y * row, data + y * stride)
      for _ in 0..<width {
        let alpha = channels > 3 ? UInt32(from[3]) : 255
        // Cairo's pixels are multiplied by their opacity: blue, green, red, opacity.
        for part in 0..<3 { to[2 - part] = UInt8((UInt32(from[part]) * alpha + 127) / 255) }
        to[3] = UInt8(alpha)
        (from, to) = (from + channels, to + 4)
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  // MARK: As bytes

  /// The picture as PNG. Cairo packs twice as long as it draws, for a few bytes less: where nothing is
  /// translucent, gdk-pixbuf packs lightly.
  package var png: [UInt8] {
    if isOpaque, let file = file("png", option: "compression", "1") { return file }
    var bytes: [UInt8] = []
    withUnsafeMutablePointer(to: &bytes) { bytes in
      _ = cairo_surface_write_to_png_stream(
        surface,
        { closure, data, count in
          let bytes = closure!.assumingMemoryBound(to: [UInt8].self)
          bytes.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, bytes)
    }
    return bytes
  }

  /// Three bytes a pixel, red, green and blue, row by row; what is translucent lies on black.
  package var rgb: [UInt8] {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
      var place = 0
      for row in 0..<height {
        let line = UnsafeRawPointer(data + row * stride)
        for column in 0..<width {
          // Cairo's pixels are multiplied by their opacity, and so lie on black.
          let pixel = line.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)
          bytes[place] = UInt8(truncatingIfNeeded: pixel >> 16)
          bytes[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
          bytes[place + 2] = UInt8(truncatingIfNeeded: pixel)
          place += 3
        }
      }
      count = place
    }
  }

  /// The picture as JPEG of high quality; nil where gdk-pixbuf cannot write that.
  package var jpeg: [UInt8]? { file("jpeg", option: "quality", "92") }

  /// A file by gdk-pixbuf, of what is translucent on black; nil where it cannot write that kind.
  private func file(_ kind: String, option: String, _ value: String) -> [UInt8]? {
    var pixels = rgb
    return pixels.withUnsafeMutableBufferPointer { pixels -> [UInt8]? in
      guard
        let picture = gdk_pixbuf_new_from_data(
          pixels.baseAddress, GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height),
          Int32(width * 3), nil, nil)
      else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
      var (keys, values) = ([strdup(option), nil], [strdup(value), nil])
      defer { for text in keys + values { free(text) } }
      var data: UnsafeMutablePointer<gchar>?
      var count: gsize = 0
      guard gdk_pixbuf_save_to_bufferv(picture, &data, &count, kind, &keys, &values, nil) != 0,
        let data
      else { return nil }
      defer { g_free(data) }
      return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
  }
}
