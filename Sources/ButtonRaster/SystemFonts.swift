import ButtonModel
package import ButtonRender
import CPango

/// The fonts of this machine: how wide texts are in them, and lines drawn with them.
///
/// Texts are shaped once: what has been measured or drawn is kept until there is too much of it.
package final class SystemFonts: TextMetrics {
  /// What a shaped line depends on, but for its size.
  private struct Measured: Hashable {
    var text: String
    var font: TextFont
  }

  /// What a line that is drawn depends on, but for its place and colour.
  private struct Shaped: Hashable {
    var text: String
    var font: TextFont
    var pieces: [DrawnLine.Piece]
  }

  private let context: OpaquePointer
  private var widths: [Measured: Double] = [:]
  private var layouts: [Shaped: OpaquePointer] = [:]

  /// The most entries that are kept of each.
  private static let most = 1_024
  /// The size in which texts are measured; widths grow with the size, for no font is hinted.
  private static let measuredSize = 100.0

  package init() {
    context = pango_font_map_create_context(pango_cairo_font_map_get_default())
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    for layout in layouts.values { g_object_unref(UnsafeMutableRawPointer(layout)) }
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  package func width(_ line: String, _ font: TextFont) -> Double {
    var key = Measured(text: line, font: font)
    key.font.size = SystemFonts.measuredSize
    if let width = widths[key] { return width * font.size / SystemFonts.measuredSize }
    let layout = shaped(Shaped(text: line, font: key.font, pieces: []))
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_size(layout, &width, &height)
    g_object_unref(UnsafeMutableRawPointer(layout))
    if widths.count >= SystemFonts.most { widths.removeAll(keepingCapacity: true) }
    let points = Double(width) / Double(PANGO_SCALE)
    widths[key] = points
    return points * font.size / SystemFonts.measuredSize
  }

  /// Draws a line in its place.
  func draw(_ line: DrawnLine, on cairo: OpaquePointer) {
    let key = Shaped(text: line.text, font: line.font, pieces: line.pieces)
    let layout: OpaquePointer
    if let known = layouts[key] {
      layout = known
    } else {
      if layouts.count >= SystemFonts.most {
        for old in layouts.values { g_object_unref(UnsafeMutableRawPointer(old)) }
        layouts.removeAll(keepingCapacity: true)
      }
      layout = shaped(key)
      layouts[key] = layout
    }
    setSource(cairo, line.color)
    cairo_move_to(cairo, line.start, line.baseline)
    let shaped = pango_layout_get_line_readonly(layout, 0)
    if line.pieces.isEmpty, !line.text.unicodeScalars.contains(where: \.mayHaveColors) {
      // Glyphs from Cairo's cache stand on whole pixels, which small texts show; outlines do not.
      pango_cairo_layout_line_path(cairo, shaped)
      cairo_fill(cairo)
    } else {
      pango_cairo_show_layout_line(cairo, shaped)
    }
    for rule in line.rules {
      cairo_rectangle(cairo, rule.x, rule.y, rule.width, rule.height)
      cairo_fill(cairo)
    }
  }

  /// A text in one line; it belongs to the caller.
  private func shaped(_ line: Shaped) -> OpaquePointer {
    guard let layout = pango_layout_new(context) else {
      preconditionFailure("GLib ends the process where it has no memory")
    }
    let description = line.font.description
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    pango_layout_set_single_paragraph_mode(layout, 1)
    pango_layout_set_text(layout, line.text, Int32(clamping: line.text.utf8.count))
    let attributes = pango_attr_list_new()
    if line.font.hasMonospacedDigits {
      pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    }
    var start = 0
    for piece in line.pieces {
      let end = start + piece.text.utf8.count
      for attribute in piece.run.attributes {
        guard let attribute else { continue }
        attribute.pointee.start_index = guint(clamping: start)
        attribute.pointee.end_index = guint(clamping: end)
        pango_attr_list_insert(attributes, attribute)
      }
      start = end
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    return layout
  }
}

extension Unicode.Scalar {
  /// Whether fonts may have it as a picture in colours, which has no outline.
  fileprivate var mayHaveColors: Bool { properties.isEmojiPresentation || value == 0xFE0F }
}

extension TextFont {
  /// The font in Pango's words; it belongs to the caller.
  fileprivate var description: OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, families)
    pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: UInt32(weight.cssNumber)))
    pango_font_description_set_style(
      description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    return description
  }

  /// The fonts to try, the best first.
  private var families: String {
    switch design {
    case .default: "Inter,Helvetica Neue,Liberation Sans,Arial,DejaVu Sans,sans-serif"
    case .rounded: "Nunito,Quicksand,Varela Round,DejaVu Sans,sans-serif"
    case .serif: "New York,Georgia,Times New Roman,Liberation Serif,DejaVu Serif,serif"
    case .monospaced: "SF Mono,Menlo,Consolas,Liberation Mono,DejaVu Sans Mono,monospace"
    }
  }
}

extension Appearance.TitleRun {
  /// What differs from the rest of the line, in Pango's words.
  fileprivate var attributes: [UnsafeMutablePointer<PangoAttribute>?] {
    func wide(_ shift: UInt32) -> UInt16 { UInt16(color >> shift & 0xFF) * 257 }
    var attributes = [
      pango_attr_foreground_new(wide(24), wide(16), wide(8)),
      // To Pango, 0 is the opacity of the line.
      pango_attr_foreground_alpha_new(max(1, wide(0))),
      pango_attr_weight_new(PangoWeight(rawValue: UInt32(fontWeight.cssNumber))),
    ]
    if italic { attributes.append(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
    if isUnderlined { attributes.append(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
    if strikethrough { attributes.append(pango_attr_strikethrough_new(1)) }
    return attributes
  }
}

/// Draws what follows in a colour, 0xRRGGBBAA.
func setSource(_ cairo: OpaquePointer, _ color: UInt32) {
  func part(_ shift: UInt32) -> Double { Double(color >> shift & 0xFF) / 255 }
  cairo_set_source_rgba(cairo, part(24), part(16), part(8), part(0))
}
