import ButtonRender
import CPango

/// Shapes that were drawn on small pictures: where only a text changes, what lies behind it is drawn once.
final class ShapeCache {
  /// What is drawn.
  enum Content: Hashable {
    case shapes(String)
    case image(DrawnImage)

    /// The memory that a key with it takes, in bytes.
    fileprivate var bytes: Int {
      switch self {
      case .shapes(let svg): svg.utf8.count
      case .image(let image): image.source.data.utf8.count
      }
    }
  }

  /// What is drawn, and where.
  private struct Key: Hashable {
    let content: Content
    /// The picture's width and height, and how points become its pixels.
    let place: [Double]

    init(_ content: Content, on raster: Raster) {
      self.content = content
      var matrix = cairo_matrix_t()
      cairo_get_matrix(raster.cairo, &matrix)
      place = [
        Double(raster.width), Double(raster.height), matrix.xx, matrix.yx, matrix.xy, matrix.yy,
        matrix.x0, matrix.y0,
      ]
    }
  }

  private var pictures: [Key: Raster] = [:]
  private var pixels = 0

  /// Keys are small; pictures above that are sheets, whose shapes do not come again.
  private static let largest = 256 * 256
  /// 16 MiB of memory.
  private static let mostPixels = 4 << 20

  /// Draws shapes, by `body` the first time.
  func draw(_ content: Content, on raster: Raster, _ body: (OpaquePointer) -> Void) {
    guard raster.width * raster.height <= ShapeCache.largest else { return body(raster.cairo) }
    let key = Key(content, on: raster)
    guard let picture = pictures[key] ?? drawn(key, raster, body) else { return body(raster.cairo) }
    cairo_save(raster.cairo)
    cairo_identity_matrix(raster.cairo)
    cairo_set_source_surface(raster.cairo, picture.surface, 0, 0)
    cairo_paint(raster.cairo)
    cairo_restore(raster.cairo)
  }

  private func drawn(_ key: Key, _ raster: Raster, _ body: (OpaquePointer) -> Void) -> Raster? {
    guard let picture = Raster(width: raster.width, height: raster.height) else { return nil }
    var matrix = cairo_matrix_t()
    cairo_get_matrix(raster.cairo, &matrix)
    cairo_set_matrix(picture.cairo, &matrix)
    body(picture.cairo)
    // A pixel takes four bytes.
    let cost = raster.width * raster.height + key.content.bytes / 4
    pixels += cost
    if pixels > ShapeCache.mostPixels {
      pictures.removeAll(keepingCapacity: true)
      pixels = cost
    }
    pictures[key] = picture
    return picture
  }
}
