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

  /// The picture as PNG, packed lightly: Cairo's own writer takes several times as long as drawing does, for a few
  /// bytes less. Nil where there is no memory for it.
  package var png: [UInt8]? {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    (image.width, image.height) = (png_uint_32(width), png_uint_32(height))
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    let channels = isOpaque ? 3 : 4
    image.format = png_uint_32(isOpaque ? PNG_FORMAT_FLAG_COLOR : Raster.translucent)
    let pixels = isOpaque ? rgb : rgba
    // What does not shrink: a byte a row for the filter, what zlib may add, and 12 bytes a chunk of 8 KiB.
    let packed = (pixels.count + height) * 9 / 8
    let room = packed + packed / 64 + 4_096
    let file = [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
      var size = png_alloc_size_t(room)
      let isWritten = png_image_write_to_memory(
        &image, bytes.baseAddress, &size, 0, pixels, Int32(width * channels), nil)
      count = isWritten != 0 ? Int(size) : 0
    }
    return file.isEmpty ? nil : file
  }

  private static let translucent = PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA

  /// Four bytes a pixel, red, green, blue and opacity, row by row.
  private var rgba: [UInt8] {
    bytes(channels: 4) { pixel, bytes in
      let alpha = pixel >> 24
      for (place, shift) in [(0, 16), (1, 8), (2, 0)] as [(Int, UInt32)] {
        let part = pixel >> shift & 0xFF
        bytes[place] = alpha == 0 ? 0 : UInt8(clamping: (part * 255 + alpha / 2) / alpha)
      }
      bytes[3] = UInt8(alpha)
    }
  }

  /// Three bytes a pixel, red, green and blue, row by row; what is translucent lies on black.
  package var rgb: [UInt8] {
    // Cairo's pixels are multiplied by their opacity, and so lie on black.
    bytes(channels: 3) { pixel, bytes in
      bytes[0] = UInt8(truncatingIfNeeded: pixel >> 16)
      bytes[1] = UInt8(truncatingIfNeeded: pixel >> 8)
      bytes[2] = UInt8(truncatingIfNeeded: pixel)
    }
  }

  /// As many bytes of each pixel, which is opacity, red, green and blue from the highest bits on, row by row.
  @inline(__always)
  private func bytes(
    channels: Int, _ write: (UInt32, UnsafeMutablePointer<UInt8>) -> Void
  ) -> [UInt8] {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let size = width * height * channels
    return [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      guard var place = bytes.baseAddress else { return }
      for row in 0..<height {
        let line = UnsafeRawPointer(data + row * stride)
        for column in 0..<width {
          write(line.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self), place)
          place += channels
        }
      }
      count = size
    }
  }

  /// The picture as JPEG of high quality, of what is translucent on black; nil where gdk-pixbuf cannot write that.
  package var jpeg: [UInt8]? {
    var pixels = rgb
    return pixels.withUnsafeMutableBufferPointer { pixels -> [UInt8]? in
      guard
        let picture = gdk_pixbuf_new_from_data(
          pixels.baseAddress, GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height),
          Int32(width * 3), nil, nil)
      else { return nil }
      defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
      var (keys, values) = ([strdup("quality"), nil], [strdup("92"), nil])
      defer { for text in keys + values { free(text) } }
      var data: UnsafeMutablePointer<gchar>?
      var count: gsize = 0
      guard gdk_pixbuf_save_to_bufferv(picture, &data, &count, "jpeg", &keys, &values, nil) != 0,
        let data
      else { return nil }
      defer { g_free(data) }
      return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
  }
}
