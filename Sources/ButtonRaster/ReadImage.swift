import ButtonProtocol
import ButtonRender
import CPango
import CRsvg
import CWebP

/// An image whose file has been read.
enum ReadImage {
  /// One of dots.
  case dots(Raster)
  case vectors(RasterVectors)

  /// Nil where it cannot be read.
  init?(_ source: ImageSource) {
    guard let bytes = Base64.bytes(Array(source.data.utf8)), !bytes.isEmpty else { return nil }
    switch source.type {
    case "image/svg+xml":
      guard let vectors = RasterVectors(bytes) else { return nil }
      self = .vectors(vectors)
    case "image/webp":
      guard let raster = Raster(webP: bytes) else { return nil }
      self = .dots(raster)
    default:
      let format = source.type == "image/png" ? "png" : "jpeg"
      guard let raster = Raster(bytes, format) else { return nil }
      self = .dots(raster)
    }
  }

  /// The size in pixels or another unit: only its shape counts.
  var size: (width: Double, height: Double) {
    switch self {
    case .dots(let raster): (Double(raster.width), Double(raster.height))
    case .vectors(let vectors): vectors.size
    }
  }

  /// Draws it stretched to a frame.
  func draw(on cairo: OpaquePointer, in frame: Frame) {
    // A scale of 0 is an error, after which Cairo draws nothing more.
    guard frame.width > 0, frame.height > 0 else { return }
    cairo_save(cairo)
    cairo_translate(cairo, frame.x, frame.y)
    cairo_scale(cairo, frame.width / size.width, frame.height / size.height)
    switch self {
    case .dots(let raster):
      cairo_set_source_surface(cairo, raster.surface, 0, 0)
      // Beyond its edge it goes on, or the edge would be half transparent where it is enlarged.
      cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
      cairo_rectangle(cairo, 0, 0, size.width, size.height)
      cairo_fill(cairo)
    case .vectors(let vectors): vectors.draw(on: cairo)
    }
    cairo_restore(cairo)
  }
}

/// An SVG.
final class RasterVectors {
  private let handle: UnsafeMutablePointer<RsvgHandle>
  let size: (width: Double, height: Double)

  /// Nil where it cannot be read, or has no size.
  init?(_ bytes: [UInt8]) {
    let made = bytes.withUnsafeBufferPointer {
      rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), nil)
    }
    guard let made else { return nil }
    handle = made
    size = RasterVectors.size(of: made)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

  func draw(on cairo: OpaquePointer) {
    var place = RsvgRectangle(x: 0, y: 0, width: size.width, height: size.height)
    _ = rsvg_handle_render_document(handle, cairo, &place, nil)
  }

  /// Its width and height or, where it has none, the shape of its viewBox; a square without one.
  private static func size(
    of handle: UnsafeMutablePointer<RsvgHandle>
  ) -> (width: Double, height: Double) {
    var (width, height) = (0.0, 0.0)
    if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0, width > 0, height > 0
    {
      return (width, height)
    }
    var box = RsvgRectangle()
    var hasBox: gboolean = 0
    rsvg_handle_get_intrinsic_dimensions(handle, nil, nil, nil, nil, &hasBox, &box)
    return hasBox != 0 && box.width > 0 && box.height > 0 ? (box.width, box.height) : (24, 24)
  }
}

extension Raster {
  /// The picture in a file of WebP.
  fileprivate convenience init?(webP bytes: [UInt8]) {
    var (width, height) = (CInt(0), CInt(0))
    guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0,
      Int(width) * Int(height) <= Raster.mostPixels,
      let pixels = WebPDecodeRGBA(bytes, bytes.count, &width, &height)
    else { return nil }
    defer { WebPFree(pixels) }
    self.init(width: Int(width), height: Int(height))
    fill(from: pixels, row: Int(width) * 4, channels: 4)
  }

  /// The picture in a file that gdk-pixbuf reads, `png` or `jpeg`.
  fileprivate convenience init?(_ bytes: [UInt8], _ format: String) {
    guard let loader = gdk_pixbuf_loader_new_with_type(format, nil) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    let isRead = gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
    let isWhole = gdk_pixbuf_loader_close(loader, nil) != 0
    // Cameras say beside the pixels how they were held.
    guard isRead, isWhole, let stored = gdk_pixbuf_loader_get_pixbuf(loader),
      let picture = gdk_pixbuf_apply_embedded_orientation(stored)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    guard let pixels = gdk_pixbuf_read_pixels(picture) else { return nil }
    self.init(
      width: Int(gdk_pixbuf_get_width(picture)), height: Int(gdk_pixbuf_get_height(picture)))
    fill(
      from: pixels, row: Int(gdk_pixbuf_get_rowstride(picture)),
      channels: Int(gdk_pixbuf_get_n_channels(picture)))
  }
}
