package import ButtonRender
import CPango
import CRsvg

/// Draws buttons on a picture of dots: shapes by librsvg, texts by Pango.
package struct RasterCanvas: Canvas {
  private let raster: Raster
  private let fonts: SystemFonts
  private let known: ShapeCache

  package var metrics: any TextMetrics { fonts }

  init(_ raster: Raster, _ fonts: SystemFonts, _ known: ShapeCache) {
    (self.raster, self.fonts, self.known) = (raster, fonts, known)
  }

  private var cairo: OpaquePointer { raster.cairo }

  package mutating func begin(_ group: DrawnGroup) {
    cairo_save(cairo)
    let frame = group.frame
    cairo_translate(cairo, frame.x, frame.y)
    if group.scale != 1 {
      let (middle, center) = (frame.width / 2, frame.height / 2)
      cairo_translate(cairo, middle, center)
      // To be scaled to nothing is an error to Cairo.
      let scale = max(group.scale, 0.001)
      cairo_scale(cairo, scale, scale)
      cairo_translate(cairo, -middle, -center)
    }
    guard group.opacity < 1 else { return }
    let bounds = Frame(width: frame.width, height: frame.height).grown(by: group.reach)
    cairo_rectangle(cairo, bounds.x, bounds.y, bounds.width, bounds.height)
    cairo_clip(cairo)
    cairo_push_group(cairo)
  }

  package mutating func end(_ group: DrawnGroup) {
    if group.opacity < 1 {
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, group.opacity)
    }
    cairo_restore(cairo)
  }

  package mutating func draw(in frame: Frame, _ shapes: (inout SVGWriter) -> Void) {
    var writer = SVGWriter()
    shapes(&writer)
    guard !writer.text.isEmpty else { return }
    let svg = SVGDocument(frame, backdrop: nil).text(of: writer)
    known.draw(.shapes(svg), on: raster) { cairo in RasterCanvas.draw(svg, in: frame, on: cairo) }
  }

  private static func draw(_ svg: String, in frame: Frame, on cairo: OpaquePointer) {
    var svg = svg
    let handle = svg.withUTF8 { rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), nil) }
    guard let handle else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
    var place = RsvgRectangle(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    _ = rsvg_handle_render_document(handle, cairo, &place, nil)
  }

  package mutating func draw(_ image: DrawnImage) {
    known.draw(.image(image), on: raster) { cairo in RasterCanvas.draw(image, on: cairo) }
  }

  /// Draws an image; one that cannot be read leaves its place empty.
  private static func draw(_ image: DrawnImage, on cairo: OpaquePointer) {
    guard let read = ReadImage(image.source) else { return }
    cairo_save(cairo)
    clip(cairo, to: image.frame, radius: image.cornerRadius ?? 0)
    let place = image.place(ofSize: read.size.width, read.size.height)
    if let color = image.color {
      cairo_push_group(cairo)
      read.draw(on: cairo, in: place)
      let shape = cairo_pop_group(cairo)
      setSource(cairo, color)
      cairo_mask(cairo, shape)
      cairo_pattern_destroy(shape)
    } else {
      cairo_push_group(cairo)
      read.draw(on: cairo, in: place)
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, image.opacity)
    }
    cairo_restore(cairo)
  }

  private static func clip(_ cairo: OpaquePointer, to frame: Frame, radius: Double) {
    let (right, bottom) = (frame.x + frame.width - radius, frame.y + frame.height - radius)
    let (left, top) = (frame.x + radius, frame.y + radius)
    cairo_new_path(cairo)
    cairo_arc(cairo, right, top, radius, -.pi / 2, 0)
    cairo_arc(cairo, right, bottom, radius, 0, .pi / 2)
    cairo_arc(cairo, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(cairo, left, top, radius, .pi, .pi * 3 / 2)
    cairo_close_path(cairo)
    cairo_clip(cairo)
  }

  package mutating func draw(_ line: DrawnLine) { fonts.draw(line, on: cairo) }
}
